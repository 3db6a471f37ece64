package dev.redliner.hostmodel;

import dev.redliner.hostmodel.Scenario.Errors;
import dev.redliner.hostmodel.Scenario.HostPart;
import dev.redliner.hostmodel.Scenario.Metrics;
import dev.redliner.hostmodel.Scenario.Neighbour;
import dev.redliner.hostmodel.Scenario.Objective;
import dev.redliner.hostmodel.Scenario.Pauses;
import dev.redliner.hostmodel.Scenario.Traffic;
import dev.redliner.hostmodel.Scenario.Warmup;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads scenarios: JSON of version 1. Missing fields have the format's defaults. */
public final class ScenarioFile {
    private static final JsonMapper JSON = new JsonMapper();

    private ScenarioFile() {}

    /**
     * @throws IllegalArgumentException with a description of the error in the text
     */
    public static Scenario parse(String text) {
        try {
            return scenario(JSON.readTree(text));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static Scenario scenario(JsonNode root) {
        if (!root.isObject() || root.path("version").asInt(0) != 1) {
            throw new IllegalArgumentException("no scenario of version 1");
        }
        return new Scenario(
                root.path("id").asString("unnamed"),
                root.path("note").asString(""),
                host(root.path("host")),
                new Warmup(
                        number(root, "warmup", "amp", 0),
                        number(root, "warmup", "tau_up_s", 20),
                        number(root, "warmup", "tau_down_s", 900)),
                new Pauses(
                        number(root, "gc", "every_requests", 0),
                        number(root, "gc", "every_s", 0),
                        number(root, "gc", "pause_ms", 0),
                        number(root, "gc", "pause_cv", 0.3)),
                new Neighbour(
                        number(root, "neighbour", "slow", 0),
                        number(root, "neighbour", "mean_on_s", 10),
                        number(root, "neighbour", "mean_off_s", 60)),
                new Errors(
                        number(root, "errors", "floor", 0),
                        number(root, "errors", "cliff_qps", 0),
                        number(root, "errors", "cliff_burst_s", 0.2)),
                traffic(root.path("traffic")),
                new Metrics(
                        (int) number(root, "metrics", "delay_s", 2),
                        root.path("metrics").path("cpu_visible").asBoolean(true),
                        number(root, "metrics", "cpu_per_busy", 1)),
                (int) number(root, "actuation", "lag_s", 1),
                new Objective(
                        required(root.path("slo"), "latency_ms"),
                        number(root, "slo", "quantile", 0.99),
                        number(root, "slo", "max_error", 0.001)),
                required(root, "start_qps"),
                required(root, "max_qps"),
                root.path("deadline_s").asInt(1800));
    }

    private static HostPart host(JsonNode host) {
        return new HostPart(
                host.path("discipline").asString("fcfs").equals("ps"),
                host.path("servers").asInt(0),
                service(host.path("service")),
                host.path("base_ms").asDouble(1),
                host.path("queue_limit").asInt(5000),
                host.path("timeout_ms").asDouble(5000),
                host.path("drop_expired").asBoolean(true),
                host.path("contention").asDouble(0));
    }

    private static ServiceTime service(JsonNode service) {
        double mean = required(service, "mean_ms") / 1e3;
        double variation = service.path("cv").asDouble(1);
        return switch (service.path("dist").asString("")) {
            case "exp" -> new ServiceTime.Exponential(mean);
            case "lognormal" -> ServiceTime.lognormal(mean, variation);
            case "gamma" -> new ServiceTime.Gamma(1 / (variation * variation), mean * variation * variation);
            case "bimodal" -> {
                double part = required(service, "slow_frac");
                double times = required(service, "slow_x");
                double fast = mean / (1 - part + part * times);
                yield new ServiceTime.Bimodal(fast, fast * times, part);
            }
            case "det" -> new ServiceTime.Constant(mean);
            default ->
                throw new IllegalArgumentException(
                        "service.dist '" + service.path("dist").asString("") + "'");
        };
    }

    private static Traffic traffic(JsonNode traffic) {
        JsonNode phase = traffic.path("phase");
        return new Traffic(
                required(traffic, "total_qps"),
                traffic.path("diurnal_amp").asDouble(0),
                traffic.path("diurnal_period_s").asDouble(3600),
                phase.isNumber() ? (Double) phase.asDouble() : null,
                traffic.path("ar_sigma").asDouble(0),
                traffic.path("ar_rho").asDouble(0),
                Math.max(1, traffic.path("batch_mean").asDouble(1)),
                traffic.path("share_cap").asDouble(1),
                traffic.path("history_s").asInt(900));
    }

    private static double number(JsonNode root, String part, String field, double otherwise) {
        return root.path(part).path(field).asDouble(otherwise);
    }

    private static double required(JsonNode node, String field) {
        if (!node.path(field).isNumber()) {
            throw new IllegalArgumentException(field + " is missing");
        }
        return node.path(field).asDouble();
    }
}
