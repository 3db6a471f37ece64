package dev.redliner.standalone.simulate;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.hostmodel.Buckets;
import dev.redliner.hostmodel.HostDescription;
import dev.redliner.hostmodel.HostFailed;
import dev.redliner.hostmodel.HostSecond;
import dev.redliner.hostmodel.SimulatedHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The lines that a simulated host and its controller exchange: one JSON object each. A wrong line is rejected with a
 * description of its error.
 */
final class Protocol {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MOST_SHOWN = 120;

    private final HostDescription.Slo slo;
    private final Buckets buckets;

    private Protocol(HostDescription.Slo slo, Buckets buckets) {
        this.slo = slo;
        this.buckets = buckets;
    }

    /** The protocol of a host that sent this first line. */
    static Protocol of(JsonNode hello) {
        HostDescription.Slo slo = slo(hello);
        JsonNode histogram = hello.path("histogram");
        int bits = histogram.path("sub_bits").asInt(5);
        if (bits < 0 || bits > 12) {
            throw new HostFailed("histogram.sub_bits is " + bits + ", not within 0 to 12");
        }
        int exponent = histogram.path("min_exp").asInt(-4);
        if (exponent < -30 || exponent > 30) {
            throw new HostFailed("histogram.min_exp is " + exponent + ", not within -30 to 30");
        }
        var limit = Duration.ofNanos(Math.round(slo.latencyMs() * 1e6));
        return new Protocol(slo, new Buckets(1 << bits, exponent, limit));
    }

    static JsonNode read(String line) {
        try {
            JsonNode node = JSON.readTree(line);
            if (!node.isObject()) {
                throw new HostFailed("the host model said " + shown(line) + ", which is no JSON object");
            }
            return node;
        } catch (JacksonException e) {
            throw new HostFailed(
                    "the host model said " + shown(line) + ", which is no JSON: " + e.getOriginalMessage());
        }
    }

    private static String shown(String line) {
        String clean = line.replaceAll("\\p{Cntrl}", " ");
        return "'" + (clean.length() > MOST_SHOWN ? clean.substring(0, MOST_SHOWN) + "..." : clean) + "'";
    }

    static HostDescription greeting(JsonNode hello) {
        if (!hello.path("type").asString("").equals("hello")) {
            throw new HostFailed(
                    "the host model began with '" + hello.path("type").asString("") + "' and not with hello");
        }
        int tick = hello.path("tick_s").asInt(1);
        if (tick != 1) {
            throw new HostFailed("tick_s is " + tick + "; only ticks of 1 s are understood");
        }
        List<Double> history = new ArrayList<>();
        hello.path("history_total_qps").forEach(rps -> history.add(rps.asDouble(Double.NaN)));
        return new HostDescription(
                hello.path("id").asString("unnamed"),
                slo(hello),
                number(hello, "start_qps"),
                number(hello, "max_qps"),
                (int) Math.min(1e6, number(hello, "deadline_s")),
                history);
    }

    private static HostDescription.Slo slo(JsonNode hello) {
        JsonNode slo = hello.path("slo");
        return new HostDescription.Slo(
                number(slo, "latency_ms"),
                slo.path("quantile").asDouble(0.99),
                slo.path("max_error").asDouble(0.001));
    }

    /** The seconds that became visible with a tick. */
    List<HostSecond> visible(JsonNode tick) {
        JsonNode visible = tick.path("visible");
        if (!visible.isArray()) {
            throw new HostFailed("a tick without 'visible'");
        }
        var seconds = new ArrayList<HostSecond>();
        visible.forEach(second -> seconds.add(second(second)));
        return seconds;
    }

    private HostSecond second(JsonNode second) {
        JsonNode cpu = second.path("cpu");
        return new HostSecond(
                (int) number(second, "t"),
                number(second, "arrivals"),
                number(second, "n"),
                number(second, "errors"),
                latency(second),
                cpu.isNumber() ? (Double) cpu.asDouble() : null,
                number(second, "total_qps"));
    }

    private LatencyHistogram latency(JsonNode second) {
        long requests = whole(second, "n_lat");
        long slow = whole(second, "slow");
        if (slow > requests) {
            throw new HostFailed(slow + " slow requests of only " + requests + " in second " + second.path("t"));
        }
        double mean = number(second, "mean_ms");
        if (mean < 0) {
            throw new HostFailed("mean_ms is " + mean + " in second " + second.path("t"));
        }
        if (!second.path("hist").isArray()) {
            return buckets.rough(requests, slow, number(second, "p50_ms"), number(second, "p99_ms"), mean);
        }
        var counts = new ArrayList<Buckets.Count>();
        long total = 0;
        int last = Integer.MIN_VALUE;
        for (JsonNode pair : second.path("hist")) {
            int bucket = pair.path(0).asInt(Integer.MIN_VALUE);
            long count = pair.path(1).asLong(-1);
            if (bucket <= last || bucket > 100_000 || count < 0) {
                throw new HostFailed("hist has " + pair + " in second " + second.path("t"));
            }
            last = bucket;
            total += count;
            counts.add(new Buckets.Count(bucket, count));
        }
        if (total != requests) {
            throw new HostFailed(
                    "hist holds " + total + " requests and n_lat is " + requests + " in second " + second.path("t"));
        }
        return buckets.decimal(counts, slow, mean);
    }

    HostDescription.Slo slo() {
        return slo;
    }

    private static long whole(JsonNode node, String field) {
        double value = number(node, field);
        if (value < 0 || value != Math.rint(value) || value > 1e12) {
            throw new HostFailed(field + " is " + value + ", which is no count");
        }
        return (long) value;
    }

    private static double number(JsonNode node, String field) {
        JsonNode value = node.path(field);
        if (!value.isNumber() || !Double.isFinite(value.asDouble())) {
            throw new HostFailed("the host model gave no number for " + field);
        }
        return value.asDouble();
    }

    static String tick(@Nullable Double share) {
        return share == null
                ? "{\"cmd\":\"tick\"}"
                : String.format(Locale.ROOT, "{\"cmd\":\"tick\",\"share\":%.7f}", share);
    }

    static String result(SimulatedHost.Finding finding) {
        var node = JSON.createObjectNode().put("cmd", "result");
        node.put("est", finding.est())
                .put("lo", finding.lo())
                .put("hi", finding.hi())
                .put("status", finding.status());
        return JSON.writeValueAsString(node);
    }
}
