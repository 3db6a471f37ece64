package dev.redliner.testbench.benchmark;

import dev.redliner.search.Precision;
import dev.redliner.search.Redline;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The constants of {@link Precision} that explain recorded searches best. They minimize the sum of absolute differences
 * between the logarithms of expected and reached half-width, so that a few very wide intervals do not dominate the fit.
 */
final class PrecisionFit {
    private static final double LEAST_COUNTING = 0.2;
    private static final double LEAST_BURSTS = 0.0005;
    private static final double LEAST_TWIN = 0.03;
    /** The constants are tried in large steps over a factor of about 350 first, and then in small ones around the best. */
    private static final double LARGE_STEP = 1.25;

    private static final int LARGE_STEPS = 27;
    private static final double SMALL_STEP = 1.04;
    private static final int SMALL_STEPS = 13;

    private PrecisionFit() {}

    /**
     * A search that ended with an interval.
     *
     * @param rps the true redline, requests per second
     * @param seconds duration of the search
     * @param allowed fraction of the requests that may be bad
     * @param halfWidth half the width of the search's interval, as a fraction of the redline
     */
    record Run(double rps, double seconds, double allowed, double halfWidth) {
        double expected(Constants constants) {
            return new Precision(allowed, true)
                    .halfWidth(rps, seconds, constants.counting, constants.bursts, constants.twin);
        }
    }

    /** Converts a trial. Returns empty if the trial ended without an interval. */
    static Optional<Run> run(Trial trial) {
        Double low = trial.result().low();
        Double high = trial.result().high();
        double halfWidth = low == null || high == null ? 0 : Redline.halfWidth(low, high);
        return halfWidth <= 0
                ? Optional.empty()
                : Optional.of(new Run(trial.truth(), trial.result().timeS(), trial.allowed(), halfWidth));
    }

    /** The constants of {@link Precision}. */
    record Constants(double counting, double bursts, double twin) {
        static final Constants BUILT_IN = new Constants(Precision.COUNTING, Precision.BURSTS, Precision.TWIN);
    }

    static Constants fit(List<Run> runs) {
        var least = new Constants(LEAST_COUNTING, LEAST_BURSTS, LEAST_TWIN);
        Constants about = best(runs, least, LARGE_STEP, LARGE_STEPS);
        double below = Math.pow(SMALL_STEP, -(SMALL_STEPS - 1) / 2.0);
        var from = new Constants(about.counting * below, about.bursts * below, about.twin * below);
        return best(runs, from, SMALL_STEP, SMALL_STEPS);
    }

    private static Constants best(List<Run> runs, Constants from, double step, int steps) {
        Constants best = from;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < steps; i++) {
            for (int j = 0; j < steps; j++) {
                for (int k = 0; k < steps; k++) {
                    var tried = new Constants(
                            from.counting * Math.pow(step, i),
                            from.bursts * Math.pow(step, j),
                            from.twin * Math.pow(step, k));
                    double off = off(runs, tried);
                    if (off < least) {
                        least = off;
                        best = tried;
                    }
                }
            }
        }
        return best;
    }

    private static double off(List<Run> runs, Constants constants) {
        return runs.stream()
                .mapToDouble(run -> Math.abs(Math.log(ratio(run, constants))))
                .sum();
    }

    private static double ratio(Run run, Constants constants) {
        return run.expected(constants) / run.halfWidth();
    }

    /** A row of the table: reached half-width, and expected over reached with its 90% range. */
    static String row(String name, List<Run> runs, Constants constants) {
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.1f | %.1f | %.2f (%.2f to %.2f) |%n",
                name,
                runs.size(),
                quantile(runs, 0.5, run -> 100 * run.halfWidth()),
                quantile(runs, 0.5, run -> 100 * run.expected(constants)),
                quantile(runs, 0.5, run -> ratio(run, constants)),
                quantile(runs, 0.05, run -> ratio(run, constants)),
                quantile(runs, 0.95, run -> ratio(run, constants)));
    }

    private static double quantile(List<Run> runs, double fraction, ToDoubleFunction<Run> value) {
        double[] sorted = runs.stream().mapToDouble(value).sorted().toArray();
        return sorted.length == 0
                ? Double.NaN
                : sorted[Math.min(sorted.length - 1, (int) Math.floor(fraction * sorted.length))];
    }

    static String words(Constants constants) {
        return String.format(
                Locale.ROOT,
                "COUNTING = %.2f, BURSTS = %.4f, TWIN = %.3f",
                constants.counting(),
                constants.bursts(),
                constants.twin());
    }

    static List<double[]> bands() {
        return Arrays.asList(
                new double[] {0, 15},
                new double[] {15, 35},
                new double[] {35, 75},
                new double[] {75, 150},
                new double[] {150, 500},
                new double[] {500, 1200},
                new double[] {1200, Double.POSITIVE_INFINITY});
    }
}
