package dev.redliner.controller.report;

import dev.redliner.api.ComparisonReport;
import dev.redliner.api.ComparisonReport.Outcome;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import dev.redliner.search.Rps;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Comparisons of two runs, as the API and the pages have them. */
public final class Comparisons {
    private static final String NOT_COMPARABLE = " The runs are not comparable.";

    private Comparisons() {}

    /**
     * Compares a run with a reference.
     *
     * @param margin the difference that matters, as a fraction above 0 and below 1
     */
    public static ComparisonReport of(RunReport reference, RunReport run, double margin) {
        return RunComparison.of(reference, run, margin)
                .map(it -> isBound(reference) || isBound(run)
                        ? report(reference, run, margin, it.outcome(), it.unfair(), bound(reference, run, it))
                        : new ComparisonReport(
                                reference.id(),
                                run.id(),
                                margin,
                                it.outcome(),
                                it.change(),
                                it.low(),
                                it.high(),
                                it.worse(),
                                it.runsToTell(),
                                it.unfair(),
                                words(reference, run, margin, it)))
                .orElseGet(() ->
                        report(reference, run, margin, Outcome.CANNOT_TELL, List.of(), withoutRedline(reference, run)));
    }

    /** A comparison without a difference in figures. */
    private static ComparisonReport report(
            RunReport reference, RunReport run, double margin, Outcome outcome, List<String> unfair, String words) {
        return new ComparisonReport(
                reference.id(), run.id(), margin, outcome, null, null, null, null, null, unfair, words);
    }

    /** Whether a run showed only that its host carries at least so much. */
    private static boolean isBound(RunReport run) {
        return run.redline() != null && run.redline().atLeast();
    }

    /** Of a lower bound there is no difference and no interval. */
    private static String bound(RunReport reference, RunReport run, RunComparison it) {
        String both = "Run " + run.id() + " carries " + carries(run) + ", and run " + reference.id() + " "
                + carries(reference) + ".";
        if (it.outcome() != Outcome.CANNOT_TELL) {
            return both;
        }
        return both + (it.unfair().isEmpty() ? " A lower bound does not decide this." : NOT_COMPARABLE);
    }

    private static String carries(RunReport run) {
        RedlineReport redline = Objects.requireNonNull(run.redline());
        String rps = Rps.of(redline.rps());
        return redline.atLeast() ? "at least " + rps : rps;
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
            return difference + NOT_COMPARABLE;
        }
        return it.outcome() == Outcome.CANNOT_TELL
                ? difference + certainty + " " + toTell(it.runsToTell(), margin)
                : difference + certainty;
    }

    /** How many runs would decide a comparison. */
    public static String toTell(int runs, double margin) {
        return "About " + runs + (runs == 1 ? " run of each shows" : " runs of each show") + " a difference of "
                + percent(margin) + ".";
    }

    private static String signed(double change) {
        return (change < 0 ? "-" : "+") + percent(Math.abs(change));
    }

    private static String percent(double fraction) {
        BigDecimal value = BigDecimal.valueOf(fraction * 100).setScale(1, RoundingMode.HALF_UP);
        return (value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString()) + "%";
    }
}
