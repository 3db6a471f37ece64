package dev.redliner.cli;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The replay of rules over a run, for a terminal. */
final class ReplayText {
    private ReplayText() {}

    /** @param rule a rule to show second by second; empty for a table of all rules */
    static String of(JsonNode replay, Optional<String> rule) {
        StringBuilder text =
                new StringBuilder("run " + Formats.safe(replay.path("run").asString("")) + ", "
                        + replay.path("seconds").asInt() + " s, "
                        + replay.path("verdicts").asInt() + " evaluations\n");
        replay.path("words").forEach(sentence -> text.append(Formats.safe(sentence.asString("")))
                .append('\n'));
        return text.append(rule.map(id -> spans(replay, id)).orElseGet(() -> rules(replay)))
                .toString();
    }

    private static String rules(JsonNode replay) {
        Table table = new Table("RULE", "ON FAIL", "PASS", "FAIL", "UNKNOWN", "FAILING FROM", "AT", "BASIS");
        for (JsonNode rule : replay.path("rules")) {
            JsonNode first = rule.path("firstFailing");
            table.row(
                    Formats.safe(rule.path("rule").asString("")),
                    words(rule.path("onFail")),
                    rule.path("passed").asInt() + " s",
                    rule.path("failed").asInt() + " s",
                    rule.path("unknown").asInt() + " s",
                    first.isObject() ? first.path("second").asInt() + " s" : "",
                    first.isObject() ? Formats.rps(number(first.path("rps"))) : "",
                    words(rule.path("basis")));
        }
        return table.text();
    }

    private static String spans(JsonNode replay, String id) {
        JsonNode rule = replay.path("rules")
                .valueStream()
                .filter(it -> it.path("rule").asString("").equals(id))
                .findFirst()
                .orElseThrow(() -> new CliFailure(ExitCode.USAGE, "no rule is called '" + id + "'"));
        Table table = new Table("FROM", "TO", "OUTCOME", "FAILING", "VALUES");
        for (JsonNode span : rule.path("spans")) {
            StringBuilder values = new StringBuilder();
            span.path("values").forEach(value -> values.append(values.isEmpty() ? "" : ", ")
                    .append(Formats.safe(value.path("metric").asString("")))
                    .append(' ')
                    .append(Formats.measure(value.path("metric").asString(""), number(value.path("value")))));
            table.row(
                    span.path("from").asInt() + " s",
                    span.path("to").asInt() + " s",
                    span.path("outcome").asString(""),
                    span.path("failing").asBoolean() ? "yes" : "",
                    values.toString());
        }
        return table.text();
    }

    private static @Nullable Double number(JsonNode value) {
        return value.isNumber() ? value.asDouble() : null;
    }

    private static String words(JsonNode constant) {
        return constant.asString("").toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A rule that could have acted on the run and cannot be told makes the whole answer incomplete. */
    static ExitCode exit(JsonNode replay) {
        boolean cannotTell = replay.path("rules")
                .valueStream()
                .anyMatch(rule -> rule.path("basis").asString("").equals("CANNOT_TELL")
                        && !rule.path("onFail").asString("").equals("REPORT"));
        return cannotTell ? ExitCode.INCONCLUSIVE : ExitCode.DONE;
    }
}
