package dev.redliner.testbench.benchmark;

import dev.redliner.hostmodel.Score;
import dev.redliner.standalone.simulate.SimulationResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Trials as lines of JSON, with the field names of the reference's own report. */
final class SearchRecords {
    /** Default for records without this field: the scenarios that wrote them all limit a p99. */
    private static final double P99 = 0.01;

    private SearchRecords() {}

    static String of(Map<String, List<Trial>> trials) {
        var json = new JsonMapper();
        var text = new StringBuilder();
        trials.forEach((name, of) ->
                of.forEach(trial -> text.append(json.writeValueAsString(record(json.createObjectNode(), name, trial)))
                        .append('\n')));
        return text.toString();
    }

    /** Reads trials from their lines, without the texts of their results. */
    static List<Trial> read(List<String> lines) {
        var json = new JsonMapper();
        return lines.stream()
                .filter(line -> !line.isBlank())
                .map(json::readTree)
                .map(SearchRecords::trial)
                .toList();
    }

    private static Trial trial(JsonNode node) {
        double truth = node.path("truth").asDouble();
        var result = new SimulationResult(
                node.path("scn").asString(),
                number(node, "est"),
                number(node, "lo"),
                number(node, "hi"),
                number(node, "safe"),
                node.path("status").asString(),
                null,
                node.path("time").asInt(),
                node.path("changes").asInt(),
                "",
                0,
                null,
                List.of(),
                null);
        return new Trial(
                node.path("scn").asString(),
                node.path("seed").asLong(),
                truth,
                node.path("allowed").asDouble(P99),
                node.path("start_bad").asDouble(),
                result,
                new Score(
                        node.path("n").asDouble(),
                        node.path("bad").asDouble(),
                        node.path("highest")
                                .asDouble(truth * (1 + node.path("over").asDouble()))));
    }

    private static @Nullable Double number(JsonNode node, String field) {
        return node.path(field).isNumber() ? (Double) node.path(field).asDouble() : null;
    }

    private static ObjectNode record(ObjectNode node, String name, Trial trial) {
        return node.put("scn", trial.scenario())
                .put("algo", name)
                .put("seed", trial.seed())
                .put("truth", trial.truth())
                .put("allowed", trial.allowed())
                .put("est", trial.result().est())
                .put("lo", trial.result().low())
                .put("hi", trial.result().high())
                .put("safe", trial.result().safe())
                .put("status", trial.result().status())
                .put("time", trial.result().timeS())
                .put("changes", trial.result().changes())
                .put("n", trial.score().served())
                .put("bad", trial.score().bad())
                .put("start_bad", trial.normalBad())
                .put("over", trial.overshoot() / 100)
                .put("highest", trial.score().highestLoad());
    }
}
