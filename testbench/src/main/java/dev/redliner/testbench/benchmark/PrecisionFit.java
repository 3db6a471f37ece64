package dev.redliner.testbench.benchmark;

import dev.redliner.search.Precision;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;

/**
 * The constants of {@link Precision} that explain recorded searches best. They minimize the sum of absolute differences
 * between the logarithms of expected and reached half-width, so that a few very wide intervals do not dominate the fit.
 */
final class PrecisionFit {
    private static final int STEPS = 120;
    private static final double LEAST_COUNTING = 0.2;
    private static final double LEAST_BURSTS = 0.0005;
    private static final double LEAST_TWIN = 0.03;
    private static final double STEP = 1.05;
    /** The twin's constant and the other two are fitted in turn. */
    private static final int TURNS = 4;

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
        Double halfWidth = trial.halfWidth();
        return halfWidth == null || halfWidth <= 0
                ? Optional.empty()
                : Optional.of(new Run(trial.truth(), trial.result().timeS(), trial.allowed(), halfWidth / 100));
    }

    /** The constants of {@link Precision}. */
    record Constants(double counting, double bursts, double twin) {
        static final Constants BUILT_IN = new Constants(Precision.COUNTING, Precision.BURSTS, Precision.TWIN);
    }

    static Constants fit(List<Run> runs) {
        Constants best = Constants.BUILT_IN;
        for (int turn = 0; turn < TURNS; turn++) {
            double twin = best.twin;
            best = best(runs, best, (i, j) -> new Constants(step(LEAST_COUNTING, i), step(LEAST_BURSTS, j), twin));
            Constants others = best;
            best = best(runs, best, (i, j) -> new Constants(others.counting, others.bursts, step(LEAST_TWIN, i)));
        }
        return best;
    }

    private static double step(double least, int step) {
        return least * Math.pow(STEP, step);
    }

    private static Constants best(List<Run> runs, Constants known, BiFunction<Integer, Integer, Constants> grid) {
        Constants best = known;
        double least = off(runs, best);
        for (int i = 0; i < STEPS; i++) {
            for (int j = 0; j < STEPS; j++) {
                Constants tried = grid.apply(i, j);
                double off = off(runs, tried);
                if (off < least) {
                    least = off;
                    best = tried;
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
