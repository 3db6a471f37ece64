package dev.redliner.controller.report;

import dev.redliner.api.ComparisonReport.Outcome;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import java.util.List;
import java.util.Optional;

/**
 * Two runs compared: does the other carry less than the reference, by more than a margin?
 *
 * <p>Redlines scatter as logarithms of a normal distribution: {@code d = ln(other / reference)} with {@code sd =
 * sqrt(s1^2 + s2^2)} and {@code s = ln(high / low) / 3.92}, or {@code ln(rps / low) / 1.96} of a
 * lower bound, but not below the scatter of runs on one host. The other is
 * worse with the probability {@code Phi((ln(1 - margin) - d) / sd)}.
 *
 * @param change {@code other / reference - 1}
 * @param low lower end of the 95% interval of {@code change}
 * @param high upper end of the 95% interval of {@code change}
 * @param worse probability that the other carries less by more than the margin, from 0 to 1
 * @param outcome the answer
 * @param runsToTell runs of each, with intervals as wide as these, that would show the margin with 80% probability; 1 or
 *     more
 * @param unfair differences between the runs other than the tested one; with any of them there is no answer
 */
public record RunComparison(
        double change, double low, double high, double worse, Outcome outcome, int runsToTell, List<String> unfair) {

    /** Runs of one and the same host scatter by 2.2% (docs/benchmarks.md), whatever their intervals are. */
    private static final double RUN_TO_RUN = 0.022;
    /** The quantile of the normal distribution for a two-sided 95% interval. */
    private static final double Z_95 = 1.96;
    /** The sum of the quantiles for 5% one-sided error and 80% power: 1.645 + 0.842. */
    private static final double Z_5_80 = 2.49;

    private static final double CERTAIN = 0.95;

    /** The margin that is used if none is given, percent. */
    public static final double USUAL_PERCENT = 3;
    /** The lowest margin that a comparison may be asked for, percent. */
    public static final double LEAST_PERCENT = 0.1;
    /** The highest margin that a comparison may be asked for, percent. */
    public static final double MOST_PERCENT = 50;

    public RunComparison {
        unfair = List.copyOf(unfair);
    }

    /**
     * Compares two runs.
     *
     * @param margin the difference that matters, as a fraction above 0 and below 1
     * @return nothing if one of them did not measure a redline
     */
    public static Optional<RunComparison> of(RunReport reference, RunReport other, double margin) {
        if (!(margin > 0 && margin < 1)) {
            throw new IllegalArgumentException("margin " + margin + " is not between 0 and 1");
        }
        RedlineReport before = reference.result();
        RedlineReport after = other.result();
        if (before == null || after == null) {
            return Optional.empty();
        }
        List<String> unfair = Fairness.differences(reference, other);
        double d = Math.log(after.rps() / before.rps());
        double sd = Math.hypot(scatter(before), scatter(after));
        double worse = normal((Math.log(1 - margin) - d) / sd);
        int runs = (int) Math.ceil(Math.pow(Z_5_80 * sd / -Math.log(1 - margin), 2));
        return Optional.of(new RunComparison(
                Math.expm1(d),
                Math.expm1(d - Z_95 * sd),
                Math.expm1(d + Z_95 * sd),
                worse,
                unfair.isEmpty() ? outcome(before, after, worse) : Outcome.CANNOT_TELL,
                Math.max(1, runs),
                unfair));
    }

    /** A lower bound can only show that the other is not worse, or that the reference is better. */
    private static Outcome outcome(RedlineReport before, RedlineReport after, double worse) {
        if (worse >= CERTAIN && !after.atLeast()) {
            return Outcome.WORSE;
        }
        return worse <= 1 - CERTAIN && !before.atLeast() ? Outcome.NOT_WORSE : Outcome.CANNOT_TELL;
    }

    /** Whether a run has a redline that can be compared. */
    static boolean isMeasured(RunReport run) {
        return run.result() != null;
    }

    private static double scatter(RedlineReport redline) {
        Double high = redline.high();
        // a lower bound is as uncertain as its lower end tells
        double width = high == null
                ? Math.log(redline.rps() / redline.low()) / Z_95
                : Math.log(high / redline.low()) / (2 * Z_95);
        return Math.max(width, RUN_TO_RUN);
    }

    /** The distribution function of the normal distribution, to 7.5e-8 (Abramowitz and Stegun, 26.2.17). */
    static double normal(double z) {
        double t = 1 / (1 + 0.2316419 * Math.abs(z));
        double tail = Math.exp(-z * z / 2)
                / Math.sqrt(2 * Math.PI)
                * t
                * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return z > 0 ? 1 - tail : tail;
    }
}
