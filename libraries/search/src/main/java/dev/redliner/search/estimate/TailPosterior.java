package dev.redliner.search.estimate;

import dev.redliner.search.evidence.CountInterval.Criterion;
import dev.redliner.search.evidence.ProbeResult;
import dev.redliner.search.evidence.ProbeResult.Outcome;
import dev.redliner.search.evidence.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * The posterior of one criterion's redline, computed from its counts.
 *
 * <p>The model for the fraction of bad requests at load {@code q} is {@code p(q) = f + (p0 - f) (q / q*)^k}. {@code p0}
 * is the allowed fraction, {@code q*} the redline, {@code k} the steepness of the knee, and {@code f} the bad fraction
 * that does not depend on load. A grid over {@code (ln q*, k, f)} carries the posterior.
 *
 * <p>Bad requests come in bursts, so the quasi-Poisson log-likelihood of a probe is divided by their dispersion.
 * Without this division, short quiet probes would look like proof. The effective load of a probe has a random error of
 * standard deviation {@code s / sqrt(seconds)}, which stands for noise slower than a probe. Three-point Gauss-Hermite
 * quadrature integrates over this error. {@code s} is a dimension of the grid as well, so its weight follows from how
 * well the probes agree with each other. A small contamination keeps one odd probe from dominating.
 */
final class TailPosterior {
    private static final double[] FLOOR = {0, 0.1, 0.25, 0.55};
    private static final double[] FLOOR_PRIOR = {0.35, 0.30, 0.20, 0.15};
    private static final double[] LOAD_NOISE = {0.03, 0.08, 0.2};
    private static final double[] LOAD_NOISE_PRIOR = {0.5, 0.35, 0.15};
    private static final double LARGEST_NOISE = 0.05;
    private static final double[] HERMITE = {-Math.sqrt(3), 0, Math.sqrt(3)};
    private static final double[] HERMITE_WEIGHT = {1 / 6.0, 2 / 3.0, 1 / 6.0};
    private static final double CONTAMINATION = 0.02;
    /**
     * The likelihood of a probe that has a cause other than load. It also limits how far a single probe can lower a
     * posterior.
     */
    private static final double ODD = 0.02;

    /** {@link #ODD} for a probe that was judged bad on the way up: the host may only have been cold. */
    private static final double ODD_IN_RAMP = 0.01;
    /** {@link #ODD} for a probe that was judged bad beyond doubt. */
    private static final double ODD_BUT_BAD = 0.005;

    /** Cells whose logarithmic likelihood is lower than the best by more than this are skipped. */
    private static final double NEGLIGIBLE = 25;

    private static final double[] LN_FLOOR_PRIOR =
            java.util.Arrays.stream(FLOOR_PRIOR).map(Math::log).toArray();
    /** Above this multiple of the allowed fraction, a bad fraction carries no more information. */
    private static final double CAP = 25;

    private final Criterion criterion;
    private final double[] x;
    private final double[] margins;
    private final double[] lnWeights;
    private final List<Row> rows;

    private TailPosterior(Criterion criterion, double[] x, double[] margins, double[] lnWeights, List<Row> rows) {
        this.criterion = criterion;
        this.x = x;
        this.margins = margins;
        this.lnWeights = lnWeights;
        this.rows = rows;
    }

    /**
     * Log-likelihoods of one probe over the grid: by load noise and Hermite point, or a single array for a sign.
     *
     * @param odd likelihood of the probe if it has a cause other than load
     */
    private record Row(float[][] byNoise, boolean sign, double odd) {}

    /**
     * @param grid the redlines
     * @param noise how the load of single seconds differs from its mean
     * @param chance relative standard deviation of a second's arrivals in addition to that noise
     */
    static TailPosterior over(
            Criterion criterion, LoadGrid grid, List<ProbeResult> probes, Fluctuation noise, double chance) {
        double[] margins = new double[Knee.EXPONENTS.length];
        for (int k = 0; k < margins.length; k++) {
            margins[k] = noise.lnMargin(Knee.EXPONENTS[k], criterion, chance);
        }
        var empty = new TailPosterior(criterion, grid.lnLoads(), margins, lnWeights(criterion, grid), List.of());
        var rows = new ArrayList<Row>();
        for (ProbeResult probe : probes) {
            empty.row(probe).ifPresent(rows::add);
        }
        return empty.with(rows);
    }

    /** Logarithms of the prior weights, by redline and exponent. */
    private static double[] lnWeights(Criterion criterion, LoadGrid grid) {
        double[] x = grid.lnLoads();
        double[] weights = new double[x.length * Knee.EXPONENTS.length];
        for (int i = 0; i < x.length; i++) {
            double[] exponents = Knee.lnWeights(criterion, x[i]);
            for (int k = 0; k < exponents.length; k++) {
                weights[i * exponents.length + k] = grid.lnWeight(i) + exponents[k];
            }
        }
        return weights;
    }

    TailPosterior with(ProbeResult probe) {
        var more = new ArrayList<>(rows);
        row(probe).ifPresent(more::add);
        return with(more);
    }

    private TailPosterior with(List<Row> all) {
        return new TailPosterior(criterion, x, margins, lnWeights, all);
    }

    Criterion criterion() {
        return criterion;
    }

    private java.util.Optional<Row> row(ProbeResult probe) {
        if (probe.signOnly(criterion)) {
            // a median moved, which is no evidence about failed requests. Counts of failed requests remain valid
            if (!criterion.rule().equals(probe.breachedRule()) || !criterion.ofSameHost(probe.queued())) {
                return java.util.Optional.empty();
            }
            return java.util.Optional.of(new Row(new float[][] {sign(probe)}, true, ODD));
        }
        if (probe.total(criterion) <= 0) {
            return java.util.Optional.empty();
        }
        double seconds = probe.time();
        LoadGroup[] groups = LoadGroup.of(probe, criterion, CAP * criterion.allowed());
        float[][] levels = new float[2 * LOAD_NOISE.length + 1][];
        levels[0] = logLikelihood(groups, 0);
        for (int s = 0; s < LOAD_NOISE.length; s++) {
            double spread = Math.min(LARGEST_NOISE, LOAD_NOISE[s] / Math.sqrt(Math.max(1, seconds)));
            levels[1 + 2 * s] = logLikelihood(groups, -HERMITE[2] * spread);
            levels[2 + 2 * s] = logLikelihood(groups, HERMITE[2] * spread);
        }
        relativeToBest(levels);
        return java.util.Optional.of(new Row(levels, false, odd(probe)));
    }

    private float[] sign(ProbeResult probe) {
        QueueingSign sign = QueueingSign.of(probe, criterion);
        float[] log = new float[cells()];
        for (int i = 0; i < x.length; i++) {
            float value = (float) sign.logLikelihood(x[i]);
            java.util.Arrays.fill(log, i * perRedline(), (i + 1) * perRedline(), value);
        }
        return log;
    }

    private static double odd(ProbeResult probe) {
        if (probe.outcome() != Outcome.BAD) {
            return ODD;
        }
        return probe.stage() == Stage.RAMP ? ODD_IN_RAMP : ODD_BUT_BAD;
    }

    /** Quasi-Poisson log-likelihood over the grid, with each group of seconds at its own load. */
    private float[] logLikelihood(LoadGroup[] groups, double shift) {
        double p0 = criterion.allowed();
        float[] log = new float[cells()];
        double[] p = new double[FLOOR.length];
        int cell = 0;
        for (double lnRedline : x) {
            for (int k = 0; k < Knee.EXPONENTS.length; k++, cell += p.length) {
                for (LoadGroup group : groups) {
                    if (group.total() <= 0) {
                        continue;
                    }
                    double away = Knee.EXPONENTS[k] * (group.lnLoad() + shift + margins[k] - lnRedline);
                    double growth = Math.exp(Math.max(-60, Math.min(8, away)));
                    for (int f = 0; f < p.length; f++) {
                        double fraction = p0 * Math.max(1e-7, Math.min(CAP, FLOOR[f] + (1 - FLOOR[f]) * growth));
                        double value = -group.total() * fraction;
                        log[cell + f] += (float) (group.bad() > 0 ? value + group.bad() * Math.log(fraction) : value);
                    }
                }
            }
        }
        return log;
    }

    /** Shifts the log-likelihoods so that the best explanation of the probe has zero. */
    private static void relativeToBest(float[][] levels) {
        float best = Float.NEGATIVE_INFINITY;
        for (float[] level : levels) {
            for (float value : level) {
                best = Math.max(best, value);
            }
        }
        for (float[] level : levels) {
            for (int c = 0; c < level.length; c++) {
                level[c] -= best;
            }
        }
    }

    /** Weight of each redline on the grid, summing to 1. */
    Weights weights(double dispersion) {
        boolean[] possible = possible(dispersion);
        double[][] byNoise = new double[LOAD_NOISE.length][possible.length];
        double top = Double.NEGATIVE_INFINITY;
        for (int s = 0; s < LOAD_NOISE.length; s++) {
            double[] log = byNoise[s];
            for (int c = 0; c < log.length; c++) {
                log[c] = possible[c]
                        ? Math.log(LOAD_NOISE_PRIOR[s]) + LN_FLOOR_PRIOR[c % FLOOR.length] + lnWeights[c / FLOOR.length]
                        : Double.NEGATIVE_INFINITY;
            }
            for (Row row : rows) {
                add(log, row, s, dispersion);
            }
            for (double value : log) {
                top = Math.max(top, value);
            }
        }
        return summed(byNoise, top);
    }

    private Weights summed(double[][] byNoise, double top) {
        double[] redlines = new double[x.length];
        double steepness = 0;
        double sum = 0;
        for (double[] log : byNoise) {
            for (int c = 0; c < log.length; c++) {
                if (log[c] < top - NEGLIGIBLE) {
                    continue;
                }
                double weight = Math.exp(log[c] - top);
                redlines[c / perRedline()] += weight;
                steepness += weight * Knee.LN_EXPONENTS[c % perRedline() / FLOOR.length];
                sum += weight;
            }
        }
        for (int i = 0; i < redlines.length; i++) {
            redlines[i] /= sum;
        }
        return new Weights(redlines, Math.exp(steepness / sum));
    }

    /** The cells that are not negligible, by an upper bound of their likelihood that needs no exponentials. */
    private boolean[] possible(double dispersion) {
        double[] bounds = new double[cells()];
        for (Row row : rows) {
            for (int c = 0; c < bounds.length; c++) {
                float best = row.byNoise()[0][c];
                for (int level = 1; level < row.byNoise().length; level++) {
                    best = Math.max(best, row.byNoise()[level][c]);
                }
                bounds[c] += row.sign() ? best : Math.max(Math.log(CONTAMINATION * row.odd()), best / dispersion);
            }
        }
        double top = java.util.Arrays.stream(bounds).max().orElse(0) - NEGLIGIBLE;
        boolean[] possible = new boolean[bounds.length];
        for (int c = 0; c < possible.length; c++) {
            possible[c] = bounds[c] >= top;
        }
        return possible;
    }

    private static void add(double[] log, Row row, int noise, double dispersion) {
        float[] middle = row.byNoise()[0];
        float[] below = row.sign() ? middle : row.byNoise()[1 + 2 * noise];
        float[] above = row.sign() ? middle : row.byNoise()[2 + 2 * noise];
        for (int c = 0; c < log.length; c++) {
            if (log[c] == Double.NEGATIVE_INFINITY) {
                continue;
            }
            if (row.sign()) {
                log[c] += middle[c];
                continue;
            }
            double likelihood = HERMITE_WEIGHT[0] * Math.exp(Math.max(-40, below[c] / dispersion))
                    + HERMITE_WEIGHT[1] * Math.exp(Math.max(-40, middle[c] / dispersion))
                    + HERMITE_WEIGHT[2] * Math.exp(Math.max(-40, above[c] / dispersion));
            log[c] += Math.log((1 - CONTAMINATION) * likelihood + CONTAMINATION * row.odd());
        }
    }

    private int cells() {
        return x.length * perRedline();
    }

    private static int perRedline() {
        return Knee.EXPONENTS.length * FLOOR.length;
    }

    /**
     * @param redlines weight of each redline on the grid
     * @param steepness posterior geometric mean of the knee's exponent
     */
    record Weights(double[] redlines, double steepness) {}
}
