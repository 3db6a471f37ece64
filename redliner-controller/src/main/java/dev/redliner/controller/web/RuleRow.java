package dev.redliner.controller.web;

import dev.redliner.api.RuleReport;
import dev.redliner.api.StepReport;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The last verdict of a rule, for a page without a script.
 *
 * @param mood its colour: {@code pass}, {@code fail} or {@code unknown}
 * @param compared the comparisons as they were written, or why the verdict is UNKNOWN
 */
record RuleRow(String rule, String outcome, String mood, String compared) {
    /** The rules of the last step in which some were judged. */
    static List<RuleRow> last(List<StepReport> steps) {
        return steps.stream()
                .filter(step -> !step.rules().isEmpty() && !step.stage().equals("restore"))
                .reduce((before, later) -> later)
                .map(step -> step.rules().stream().map(RuleRow::of).toList())
                .orElse(List.of());
    }

    private static RuleRow of(RuleReport rule) {
        String texts = rule.values().stream().map(RuleReport.Value::text).collect(Collectors.joining(", "));
        return new RuleRow(
                rule.rule(),
                rule.outcome(),
                rule.outcome().toLowerCase(Locale.ROOT),
                rule.reason() == null ? texts : rule.reason());
    }
}
