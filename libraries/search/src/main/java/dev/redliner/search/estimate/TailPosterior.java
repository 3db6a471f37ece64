package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval.Criterion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
    /** Cells whose logarithmic likelihood is lower than the best by more than this are skipped. */
    private static final double NEGLIGIBLE = 25;

    private static final double[] LN_FLOOR_PRIOR =
            Arrays.stream(FLOOR_PRIOR).map(Math::log).toArray();
    /** Above this multiple of the allowed fraction, a bad fraction carries no more information. */
    private static final double CAP = 25;
    /** The power law's exponent where its fraction is zero, and where it is far above {@link #CAP}. */
    private static final double LOWEST_EXPONENT = 60;

    private static final double HIGHEST_EXPONENT = 8;
    /** Least multiple of the allowed fraction, so that its logarithm exists. */
    private static final double LEAST_FRACTION = 1e-7;

    private final Criterion criterion;
    private final double[] x;
    private final double[] margins;
    private final double[] lnWeights;
    private final List<ProbeRow> rows;

    private TailPosterior(Criterion criterion, double[] x, double[] margins, double[] lnWeights, List<ProbeRow> rows) {
        this.criterion = criterion;
        this.x = x;
        this.margins = margins;
        this.lnWeights = lnWeights;
        this.rows = rows;
    }

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
        var rows = new ArrayList<ProbeRow>();
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

    private TailPosterior with(List<ProbeRow> all) {
        return new TailPosterior(criterion, x, margins, lnWeights, all);
    }

    Criterion criterion() {
        return criterion;
    }

    private Optional<ProbeRow> row(ProbeResult probe) {
        if (probe.signOnly(criterion)) {
            // a median moved, which is no evidence about failed requests. Counts of failed requests remain valid
            if (!criterion.rule().equals(probe.breachedRule()) || !ofSameHost(probe)) {
                return Optional.empty();
            }
            return Optional.of(ProbeRow.sign(sign(probe)));
        }
        if (probe.total(criterion) <= 0) {
            return Optional.empty();
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
        return Optional.of(ProbeRow.counts(levels, probe));
    }

    private boolean ofSameHost(ProbeResult probe) {
        return probe.queued() != null
                && Objects.equals(criterion.host(), probe.queued().host());
    }

    private float[] sign(ProbeResult probe) {
        QueueingSign sign = QueueingSign.of(probe, criterion);
        float[] log = new float[cells()];
        for (int i = 0; i < x.length; i++) {
            double value = sign.logLikelihood(x[i]);
            for (int k = 0; k < Knee.EXPONENTS.length; k++) {
                int cell = i * perRedline() + k * FLOOR.length;
                float held = (float) (value + sign.heldLogLikelihood(x[i], Knee.EXPONENTS[k]));
                Arrays.fill(log, cell, cell + FLOOR.length, held);
            }
        }
        return log;
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
                    double growth = Math.exp(Math.max(-LOWEST_EXPONENT, Math.min(HIGHEST_EXPONENT, away)));
                    for (int f = 0; f < p.length; f++) {
                        double fraction =
                                p0 * Math.max(LEAST_FRACTION, Math.min(CAP, FLOOR[f] + (1 - FLOOR[f]) * growth));
                        double value = -group.total() * fraction;
                        log[cell + f] += (float) (group.bad() > 0 ? value + group.bad() * Math.log(fraction) : value);
                    }
                }
            }
        }
        return log;
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
            for (ProbeRow row : rows) {
                row.addTo(log, s, dispersion);
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
        for (ProbeRow row : rows) {
            for (int c = 0; c < bounds.length; c++) {
                bounds[c] += row.bound(c, dispersion);
            }
        }
        double top = Arrays.stream(bounds).max().orElse(0) - NEGLIGIBLE;
        boolean[] possible = new boolean[bounds.length];
        for (int c = 0; c < possible.length; c++) {
            possible[c] = bounds[c] >= top;
        }
        return possible;
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
