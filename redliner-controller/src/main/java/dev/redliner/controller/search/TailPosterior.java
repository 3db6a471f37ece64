package dev.redliner.controller.search;

import dev.redliner.controller.search.Second.Criterion;
import dev.redliner.controller.search.Visit.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * What the counts of one criterion say about its redline.
 *
 * <p>The fraction of bad requests at load {@code q} is taken to be {@code p(q) = f + (p0 - f) (q / q*)^k}: {@code p0} is
 * allowed, {@code q*} is the redline, {@code k} how steep the knee is, {@code f} the bad fraction that has nothing to do
 * with load. A grid over {@code (ln q*, k, f)} carries the posterior. Bad requests come in bursts, so the
 * quasi-Poisson log-likelihood of a visit is divided by their dispersion; without that, short quiet visits would look
 * like proof. A visit's effective load has a random error of standard deviation {@code s / sqrt(seconds)} (noise slower
 * than a visit), integrated by three-point Gauss-Hermite; {@code s} is a grid dimension as well, so its weight comes from
 * how well the visits agree with each other. A small contamination keeps one odd visit from ruling.
 */
final class TailPosterior {
    private static final double[] STEEPNESS = geometric(5, 250, 10);
    private static final double[] FLOOR = {0, 0.1, 0.25, 0.55};
    private static final double[] FLOOR_PRIOR = {0.35, 0.30, 0.20, 0.15};
    private static final double[] LOAD_NOISE = {0.03, 0.08, 0.2};
    private static final double[] LOAD_NOISE_PRIOR = {0.5, 0.35, 0.15};
    private static final double LARGEST_NOISE = 0.05;
    private static final double[] HERMITE = {-Math.sqrt(3), 0, Math.sqrt(3)};
    private static final double[] HERMITE_WEIGHT = {1 / 6.0, 2 / 3.0, 1 / 6.0};
    private static final double CONTAMINATION = 0.02;
    /** Above this multiple of what is allowed, a bad fraction carries no more information. */
    private static final double CAP = 25;
    /** A visit cut short stands for this many seconds of the same. */
    private static final double CUT_SECONDS = 15;

    private static final double SIGN_ACCURACY = 0.88;
    private static final double SIGN_SPREAD = 0.02;

    private final Criterion criterion;
    private final double[] x;
    private final List<Row> rows;

    private TailPosterior(Criterion criterion, double[] x, List<Row> rows) {
        this.criterion = criterion;
        this.x = x;
        this.rows = rows;
    }

    /** Log-likelihoods of one visit over the grid: by load noise and Hermite point, or just one for a sign. */
    private record Row(float[][] byNoise, boolean sign) {}

    static TailPosterior over(Criterion criterion, double[] lnRedlines, List<Visit> visits) {
        var posterior = new TailPosterior(criterion, lnRedlines, List.of());
        var rows = new ArrayList<Row>();
        for (Visit visit : visits) {
            posterior.row(visit).ifPresent(rows::add);
        }
        return new TailPosterior(criterion, lnRedlines, rows);
    }

    TailPosterior with(Visit visit) {
        var more = new ArrayList<>(rows);
        row(visit).ifPresent(more::add);
        return new TailPosterior(criterion, x, more);
    }

    Criterion criterion() {
        return criterion;
    }

    private java.util.Optional<Row> row(Visit visit) {
        if (visit.signOnly()) {
            return java.util.Optional.of(new Row(new float[][] {sign(visit)}, true));
        }
        double total = visit.total(criterion);
        if (total <= 0) {
            return java.util.Optional.empty();
        }
        double bad = visit.bad(criterion);
        double seconds = visit.time();
        if (visit.cut() && seconds < CUT_SECONDS) {
            bad *= CUT_SECONDS / seconds;
            total *= CUT_SECONDS / seconds;
            seconds = CUT_SECONDS;
        }
        bad = Math.min(bad, CAP * criterion.allowed() * total);
        float[][] levels = new float[2 * LOAD_NOISE.length + 1][];
        levels[0] = logLikelihood(visit.load(), bad, total);
        for (int s = 0; s < LOAD_NOISE.length; s++) {
            double spread = Math.min(LARGEST_NOISE, LOAD_NOISE[s] / Math.sqrt(Math.max(1, seconds)));
            levels[1 + 2 * s] = logLikelihood(visit.load() * Math.exp(-HERMITE[2] * spread), bad, total);
            levels[2 + 2 * s] = logLikelihood(visit.load() * Math.exp(HERMITE[2] * spread), bad, total);
        }
        return java.util.Optional.of(new Row(levels, false));
    }

    private float[] sign(Visit visit) {
        float[] log = new float[cells()];
        for (int i = 0; i < x.length; i++) {
            double z = Math.max(-30, Math.min(30, (Math.log(visit.load()) - x[i]) / SIGN_SPREAD));
            double above = 1 / (1 + Math.exp(-1.7 * z));
            if (visit.outcome() != Outcome.BAD) {
                above = 1 - above;
            }
            float value = (float) Math.log((1 - SIGN_ACCURACY) + (2 * SIGN_ACCURACY - 1) * above);
            java.util.Arrays.fill(log, i * perRedline(), (i + 1) * perRedline(), value);
        }
        return log;
    }

    /** Quasi-Poisson, relative to a perfect fit: zero at best. */
    private float[] logLikelihood(double load, double bad, double total) {
        double perfect = bad > 0 ? bad * Math.log(bad / total) - bad : 0;
        double p0 = criterion.allowed();
        double lnLoad = Math.log(load);
        float[] log = new float[cells()];
        int cell = 0;
        for (double lnRedline : x) {
            for (double k : STEEPNESS) {
                double growth = Math.exp(Math.max(-60, Math.min(8, k * (lnLoad - lnRedline))));
                for (double floor : FLOOR) {
                    double p = Math.max(1e-9, Math.min(CAP * p0, floor * p0 + (1 - floor) * p0 * growth));
                    log[cell++] = (float) (bad * Math.log(p) - total * p - perfect);
                }
            }
        }
        return log;
    }

    /** Weight of each redline on the grid, summing to 1. */
    Weights weights(double dispersion) {
        int cells = cells();
        double[][] byNoise = new double[LOAD_NOISE.length][cells];
        double top = Double.NEGATIVE_INFINITY;
        for (int s = 0; s < LOAD_NOISE.length; s++) {
            double[] log = byNoise[s];
            for (int c = 0; c < cells; c++) {
                log[c] = Math.log(LOAD_NOISE_PRIOR[s]) + Math.log(FLOOR_PRIOR[c % FLOOR.length]);
            }
            for (Row row : rows) {
                add(log, row, s, dispersion);
            }
            for (double value : log) {
                top = Math.max(top, value);
            }
        }
        double[] redlines = new double[x.length];
        double steepness = 0;
        double sum = 0;
        for (double[] log : byNoise) {
            for (int c = 0; c < cells; c++) {
                double weight = Math.exp(log[c] - top);
                redlines[c / perRedline()] += weight;
                steepness += weight * Math.log(STEEPNESS[c % perRedline() / FLOOR.length]);
                sum += weight;
            }
        }
        for (int i = 0; i < redlines.length; i++) {
            redlines[i] /= sum;
        }
        return new Weights(redlines, Math.exp(steepness / sum));
    }

    private static void add(double[] log, Row row, int noise, double dispersion) {
        if (row.sign()) {
            for (int c = 0; c < log.length; c++) {
                log[c] += row.byNoise()[0][c];
            }
            return;
        }
        float[] middle = row.byNoise()[0];
        float[] below = row.byNoise()[1 + 2 * noise];
        float[] above = row.byNoise()[2 + 2 * noise];
        for (int c = 0; c < log.length; c++) {
            double likelihood = HERMITE_WEIGHT[0] * Math.exp(Math.max(-40, below[c] / dispersion))
                    + HERMITE_WEIGHT[1] * Math.exp(Math.max(-40, middle[c] / dispersion))
                    + HERMITE_WEIGHT[2] * Math.exp(Math.max(-40, above[c] / dispersion));
            log[c] += Math.log((1 - CONTAMINATION) * likelihood + CONTAMINATION * 0.02);
        }
    }

    private int cells() {
        return x.length * perRedline();
    }

    private static int perRedline() {
        return STEEPNESS.length * FLOOR.length;
    }

    private static double[] geometric(double from, double to, int count) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = from * Math.pow(to / from, i / (count - 1.0));
        }
        return values;
    }

    /**
     * @param redlines weight of each redline on the grid
     * @param steepness posterior geometric mean of the knee's exponent
     */
    record Weights(double[] redlines, double steepness) {}
}
