package dev.redliner.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** {@code redliner plan}. */
@Command(name = "plan", description = "Show how many hosts a load needs, by the newest completed run of the service.")
final class PlanCommand implements Callable<Integer> {
    @ParentCommand
    private RedlinerCli cli;

    @Parameters(paramLabel = "SERVICE")
    private String service;

    @Option(
            names = "--rps",
            paramLabel = "RPS",
            description =
                    "Load to carry (default: targetRps of the service, or else its busiest five minutes of seven days).")
    private @Nullable Double rps;

    @Option(names = "--growth", paramLabel = "PERCENT", defaultValue = "0", description = "Growth of the load.")
    private double growth;

    @Option(names = "--spare", paramLabel = "HOSTS", defaultValue = "0", description = "Hosts that may fail.")
    private int spare;

    @Option(
            names = "--zones",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of zones of equal size, of which one may fail.")
    private int zones;

    @Override
    public Integer call() {
        String path = "/api/v1/services/" + URLEncoder.encode(service, StandardCharsets.UTF_8) + "/plan?growth="
                + growth + "&spare=" + spare + "&zones=" + zones + (rps == null ? "" : "&rps=" + rps);
        JsonNode plan = Documents.JSON.readTree(
                Answers.expectOk(cli.server().get(path, "application/json"), "").body());
        cli.print(plan, () -> text(plan));
        return ExitCode.DONE.number();
    }

    private String text(JsonNode plan) {
        int needed = plan.path("needed").asInt(0);
        int hosts = plan.path("hosts").asInt(0);
        int forLoad = plan.path("forLoad").asInt(0);
        String atMost = plan.path("atLeast").asBoolean(false) ? "at most " : "";
        StringBuilder text = new StringBuilder();
        text.append(atMost + needed + hosts(needed) + " needed for " + rps(plan, "load") + " (" + source(plan)
                + (growth == 0
                        ? ""
                        : String.format(Locale.ROOT, growth == Math.rint(growth) ? ", %+.0f%%" : ", %+.2f%%", growth))
                + ")");
        text.append(hosts == 0 ? "\n" : "; the pool has " + hosts + "\n");
        text.append("  for the load   " + forLoad + ", each at the safe rate of " + rps(plan, "safe") + "\n");
        text.append(interval(plan));
        text.append(spare == 0 ? "" : "  spare          " + spare + "\n");
        text.append(
                zones == 1
                        ? ""
                        : "  zones          " + zones + ", of which one may fail: " + needed / zones + " in each\n");
        text.append("  measured       by " + Formats.safe(plan.path("run").asString("")) + " at "
                + Formats.safe(plan.path("measuredAt").asString("")).replaceFirst("\\.[0-9]+Z$", "Z") + "\n");
        return text.toString();
    }

    /** The line of the interval; empty of a lower bound, which has none. */
    private static String interval(JsonNode plan) {
        if (!plan.path("fewest").isNumber()) {
            return "";
        }
        return "  interval       " + plan.path("fewest").asInt(0) + " at the upper end (" + rps(plan, "high") + "), "
                + plan.path("most").asInt(0) + " at the lower end of the redline's interval (" + rps(plan, "low")
                + ")\n";
    }

    private static String source(JsonNode plan) {
        return switch (plan.path("source").asString("")) {
            case "asked" -> "as asked";
            case "declared" -> "targetRps";
            default ->
                "the busiest five minutes of seven days, "
                        + Formats.safe(plan.path("seenAt").asString(""));
        };
    }

    private static String hosts(int hosts) {
        return hosts == 1 ? " host" : " hosts";
    }

    private static String rps(JsonNode plan, String key) {
        return Formats.rps(plan.path(key).asDouble(0));
    }
}
