package dev.redliner.standalone.benchmark;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Trials as lines of JSON, with the names that the reference's own report uses. */
final class SearchRecords {
    private SearchRecords() {}

    static String of(Map<String, List<Trial>> trials) {
        var json = new JsonMapper();
        var text = new StringBuilder();
        trials.forEach((name, of) ->
                of.forEach(trial -> text.append(json.writeValueAsString(record(json.createObjectNode(), name, trial)))
                        .append('\n')));
        return text.toString();
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
                .put("over", trial.overshoot() / 100);
    }
}
