package dev.redliner.controller.report;

import dev.redliner.api.ComparisonReport;
import dev.redliner.api.ComparisonReport.Outcome;
import dev.redliner.api.RunReport;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Comparisons of two runs, as the API has them. */
public final class Comparisons {
    private Comparisons() {}

    /**
     * Compares a run with a reference.
     *
     * @param margin the difference that matters, as a fraction above 0 and below 1
     */
    public static ComparisonReport of(RunReport reference, RunReport run, double margin) {
        return RunComparison.of(reference, run, margin)
                .map(it -> new ComparisonReport(
                        reference.id(),
                        run.id(),
                        margin,
                        outcome(it),
                        it.change(),
                        it.low(),
                        it.high(),
                        it.worse(),
                        it.runsToTell(),
                        it.unfair(),
                        words(reference, run, margin, it)))
                .orElseGet(() -> new ComparisonReport(
                        reference.id(),
                        run.id(),
                        margin,
                        Outcome.CANNOT_TELL,
                        null,
                        null,
                        null,
                        null,
                        null,
                        List.of(),
                        withoutRedline(reference, run)));
    }

    private static Outcome outcome(RunComparison comparison) {
        return switch (comparison.outcome()) {
            case WORSE -> Outcome.WORSE;
            case NOT_WORSE -> Outcome.NOT_WORSE;
            case CANNOT_TELL -> Outcome.CANNOT_TELL;
        };
    }

    private static String withoutRedline(RunReport reference, RunReport run) {
        return Stream.of(reference, run)
                .filter(it -> !RunComparison.isMeasured(it))
                .map(it -> "Run " + it.id() + " did not measure a redline.")
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private static String words(RunReport reference, RunReport run, double margin, RunComparison it) {
        String difference = "Run " + run.id() + " carries " + percent(Math.abs(it.change()))
                + (it.change() < 0 ? " less" : " more") + " than run " + reference.id() + " (95%: " + signed(it.low())
                + " to " + signed(it.high()) + ").";
        String certainty = " It carries less by more than " + percent(margin) + " with a probability of "
                + percent(it.worse()) + ".";
        if (!it.unfair().isEmpty()) {
            return difference + " The runs are not comparable.";
        }
        return it.outcome() == RunComparison.Outcome.CANNOT_TELL
                ? difference + certainty + " About " + it.runsToTell() + " runs of each show a difference of "
                        + percent(margin) + "."
                : difference + certainty;
    }

    private static String signed(double change) {
        return (change < 0 ? "-" : "+") + percent(Math.abs(change));
    }

    private static String percent(double fraction) {
        BigDecimal value = BigDecimal.valueOf(fraction * 100).setScale(1, RoundingMode.HALF_UP);
        return (value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString()) + "%";
    }
}
