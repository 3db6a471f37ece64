package dev.redliner.testbench.benchmark;

import java.util.List;
import java.util.Optional;

/**
 * The redline from counts of bad requests at several loads: {@code bad / requests = allowed * (load / redline)^slope}.
 *
 * <p>The line is fitted to the counts, and not to their logarithms. Bad requests come in bursts, so most short runs have
 * fewer of them than the mean, and a mean of logarithms is below the logarithm of the mean. That would place a redline
 * almost 1% too high (docs/decisions/0045). The fit is a quasi-Poisson regression: the variance of a count is proportional
 * to its mean, by a factor that is estimated with the line.
 */
final class CountLine {
    /**
     * Largest accepted distance from the limit, as a factor. Where more is bad, the line bends. Where less is expected,
     * chance events beside the queue outweigh it. On a steep host a factor of 30 is about 8% of the load.
     */
    private static final double STRAIGHT = 30;

    private static final int FEWEST = 4;
    private static final int ROUNDS = 200;
    private static final double LARGEST_STEP = 3;
    private static final double SETTLED = 1e-9;
    private static final double FIRST_SLOPE = 15;
    private static final double LOWEST_LOG = -12;
    private static final double HIGHEST_LOG = 8;

    /**
     * Requests and bad requests at one load.
     *
     * @param rps the load
     * @param requests number of requests, above 0
     * @param bad number of those that broke the limit
     */
    record Count(double rps, double requests, double bad) {}

    private final List<Count> counts;
    private final double allowed;
    private final double middle;
    /** The logarithm of "expected over allowed" at the middle of the loads, and its slope. */
    private double level;

    private double slope = FIRST_SLOPE;

    // sums over the counts, at the present line
    private double w;
    private double wx;
    private double wxx;
    private double wz;
    private double wxz;
    private double scatter;

    private CountLine(List<Count> counts, double allowed) {
        this.counts = counts;
        this.allowed = allowed;
        this.middle = counts.stream()
                .mapToDouble(count -> Math.log(count.rps))
                .average()
                .orElse(0);
        double bad = counts.stream().mapToDouble(Count::bad).sum();
        double requests = counts.stream().mapToDouble(Count::requests).sum();
        this.level = Math.log(bad / requests / allowed);
    }

    /**
     * Fits the line. The redline is infinite if no line rises with the load, or the counts are too few.
     *
     * @param allowed fraction of the requests that may be bad
     * @param rule name of the rule, for the result
     */
    static LongRunTruth crossing(List<Count> counts, double allowed, String rule) {
        List<Count> straight = counts.stream()
                .filter(count -> count.bad < STRAIGHT * allowed * count.requests)
                .toList();
        Optional<CountLine> all = of(straight, allowed);
        return all.flatMap(line -> of(straight.stream().filter(line::isNear).toList(), allowed))
                .map(line -> line.truth(rule))
                .orElseGet(() -> new LongRunTruth(Double.POSITIVE_INFINITY, 0, 0, rule));
    }

    private static Optional<CountLine> of(List<Count> counts, double allowed) {
        if (counts.stream().filter(count -> count.bad > 0).count() < FEWEST) {
            return Optional.empty();
        }
        var line = new CountLine(counts, allowed);
        return line.settles() && line.slope > 0 ? Optional.of(line) : Optional.empty();
    }

    private boolean isNear(Count count) {
        return Math.abs(level + slope * (Math.log(count.rps) - middle)) < Math.log(STRAIGHT);
    }

    /** Iteratively reweighted least squares. */
    private boolean settles() {
        for (int round = 0; round < ROUNDS; round++) {
            sum();
            double determinant = w * wxx - wx * wx;
            double levelStep = limited((wxx * wz - wx * wxz) / determinant);
            double slopeStep = limited((w * wxz - wx * wz) / determinant);
            level += levelStep;
            slope += slopeStep;
            // a determinant of zero, as of equal loads, gives NaN
            if (Math.abs(levelStep) < SETTLED && Math.abs(slopeStep) < SETTLED) {
                return true;
            }
        }
        return false;
    }

    private static double limited(double step) {
        return Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, step));
    }

    private void sum() {
        w = wx = wxx = wz = wxz = scatter = 0;
        for (Count count : counts) {
            double x = Math.log(count.rps) - middle;
            double mean =
                    count.requests * allowed * Math.exp(Math.max(LOWEST_LOG, Math.min(HIGHEST_LOG, level + slope * x)));
            double beyond = count.bad - mean;
            w += mean;
            wx += mean * x;
            wxx += mean * x * x;
            wz += beyond;
            wxz += x * beyond;
            scatter += beyond * beyond / mean;
        }
    }

    private LongRunTruth truth(String rule) {
        double determinant = w * wxx - wx * wx;
        double factor = scatter / (counts.size() - 2) / determinant;
        double distance = -level / slope;
        // the variance of level + slope * distance, which is zero at the redline
        double variance = factor * (wxx - 2 * distance * wx + distance * distance * w);
        return new LongRunTruth(Math.exp(middle + distance), 100 * Math.sqrt(variance) / slope, slope, rule);
    }
}
