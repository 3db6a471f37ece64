package dev.redliner.testbench.benchmark;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Runs under the same conditions in figures. Errors, intervals and harm are of the runs that completed with a redline.
 *
 * @param runs in their order
 */
record AccuracySummary(List<AccuracyRun> runs) {
    private static final double AIM = 0.9;

    AccuracySummary {
        runs = List.copyOf(runs);
    }

    /** The header of the table that {@link #row} adds to. */
    static String header() {
        return "| tier | busy cores | completed | error, median / worst | half-width, median / worst |"
                + " excess harm, median / worst | interval holds the truth | reaches at most 10% | time, median / worst |\n"
                + "|---|---|---|---|---|---|---|---|---|\n";
    }

    /** The runs of a cell in one row. */
    String row(AccuracyCell cell) {
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d of %d | %s | %s | %s | %d of %d | %d of %d | %s |%n",
                cell.tierName(),
                cell.busyCores(),
                measured().size(),
                runs.size(),
                errors().medianAndWorst(1, "%"),
                halfWidths().medianAndWorst(1, "%"),
                harms().medianAndWorst(1, "%"),
                count(AccuracySummary::holdsTruth),
                measured().size(),
                count(AccuracySummary::isNarrow),
                measured().size(),
                times().medianAndWorst(0, " s"));
    }

    /**
     * Whether nine of ten runs completed, each with an interval that holds the truth and reaches at most 10% to either
     * side, and traffic was restored after each run.
     */
    boolean meetsAim() {
        long good = count(run -> holdsTruth(run) && isNarrow(run));
        boolean restored =
                runs.stream().filter(AccuracyRun::began).allMatch(run -> Boolean.TRUE.equals(run.restored()));
        return restored && good >= AIM * runs.size();
    }

    /** The runs in a table of quantiles and a sentence of counts. */
    String text() {
        return String.join(
                        "\n",
                        Figures.header(),
                        errors().row("error", "%"),
                        halfWidths().row("half-width of the 95% interval", "%"),
                        harms().row("excess harm", "%"),
                        times().row("time", "s"))
                + String.format(
                        Locale.ROOT,
                        "%n%ncompleted %d of %d; interval holds the truth in %d of %d and reaches at most 10%% "
                                + "to either side in %d; truth at or above safe in %d of %d; "
                                + "restore verified in %d of %d%n",
                        measured().size(),
                        runs.size(),
                        count(AccuracySummary::holdsTruth),
                        measured().size(),
                        count(AccuracySummary::isNarrow),
                        count(run -> run.safe() != null && run.safe() <= run.truth()),
                        count(run -> run.safe() != null),
                        runs.stream()
                                .filter(run -> Boolean.TRUE.equals(run.restored()))
                                .count(),
                        runs.stream().filter(AccuracyRun::began).count());
    }

    private List<AccuracyRun> measured() {
        return runs.stream().filter(AccuracyRun::measured).toList();
    }

    private long count(Predicate<AccuracyRun> property) {
        return measured().stream().filter(property).count();
    }

    private Figures errors() {
        return figures(run -> 100 * Math.abs(rps(run) / run.truth() - 1));
    }

    /** Half the logarithm of the ratio of the interval's ends, percent. A lower bound has none. */
    private Figures halfWidths() {
        return new Figures(measured().stream()
                .filter(run -> run.high() != null)
                .map(run -> 50 * Math.log(Objects.requireNonNull(run.high()) / low(run)))
                .toList());
    }

    private Figures harms() {
        return figures(run -> 100 * run.excessHarm());
    }

    private Figures times() {
        return new Figures(runs.stream()
                .filter(AccuracyRun::began)
                .map(AccuracyRun::seconds)
                .toList());
    }

    private Figures figures(ToDoubleFunction<AccuracyRun> of) {
        return new Figures(measured().stream().map(of::applyAsDouble).toList());
    }

    private static boolean holdsTruth(AccuracyRun run) {
        return low(run) <= run.truth() && (run.high() == null || run.truth() <= run.high());
    }

    private static boolean isNarrow(AccuracyRun run) {
        return run.high() != null && run.high() <= 1.1 * rps(run) && low(run) >= 0.9 * rps(run);
    }

    private static double rps(AccuracyRun run) {
        return Objects.requireNonNull(run.rps());
    }

    private static double low(AccuracyRun run) {
        return Objects.requireNonNull(run.low());
    }
}
