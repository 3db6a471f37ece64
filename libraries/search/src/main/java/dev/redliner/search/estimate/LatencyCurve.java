package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A second prediction for the ramp, from the shape of the latency curve: {@code p99(q) = A + B r / (1 - r)} with
 * {@code r = q / Q}, as for a queue that saturates at {@code Q}. A and B are fitted by least squares for each of a
 * series of Q. Each Q predicts the load at which p99 meets its limit. The better its fit, the more its prediction
 * weighs.
 */
public final class LatencyCurve {
    private static final int CANDIDATES = 60;
    /** With fewer requests, a 99th percentile is just one of the slowest of them. */
    private static final double ENOUGH_REQUESTS = 80;
    /** The loads at which the queue may saturate, as multiples of the highest load that was probed. */
    private static final double NEAREST = 1.02;

    private static final double FARTHEST = 5;
    /** Relative error of a p99: the part that no number of requests removes, and the most that few requests add. */
    private static final double LEAST_ERROR = 0.06;

    private static final double MOST_BY_CHANCE = 0.3;
    /** Relative error of a p99 by chance where one request is slower than it. It falls with the root of their number. */
    private static final double BY_CHANCE = 0.5;
    /** Keeps the weight of a p99 of zero finite. */
    private static final double LEAST_SECONDS = 1e-6;
    /** Below this determinant, all probes were at one load, which shows no slope. */
    private static final double SINGULAR = 1e-12;
    /** A curve rises with the load by at least this part of its mean. */
    private static final double LEAST_SLOPE = 1e-3;
    /** Where even an idle host misses its limit, the curve predicts this part of the highest load that was probed. */
    private static final double BELOW_TOP = 0.9;

    private LatencyCurve() {}

    /**
     * The load at which the limit is met, as a low quantile over the candidates; empty with fewer than two probes.
     *
     * @param dispersion variance-to-mean ratio of the slow requests
     * @param quantile of the candidates, by the quality of their fit
     */
    public static OptionalDouble quantile(
            Criterion criterion, List<ProbeResult> probes, double dispersion, double quantile) {
        List<ProbeResult> usable = probes.stream()
                .filter(v -> v.queued() == null && v.outcome() != Outcome.BAD && v.total(criterion) > ENOUGH_REQUESTS)
                .toList();
        if (usable.size() < 2) {
            return OptionalDouble.empty();
        }
        double top = usable.stream().mapToDouble(ProbeResult::load).max().orElseThrow();
        var fits = IntStream.range(0, CANDIDATES)
                .mapToObj(i -> top
                        * Math.exp(Math.log(NEAREST) + (Math.log(FARTHEST) - Math.log(NEAREST)) * i / (CANDIDATES - 1)))
                .map(saturation -> fit(criterion, usable, dispersion, saturation, top))
                .sorted(Comparator.comparingDouble(Fit::meets))
                .toList();
        double best = fits.stream().mapToDouble(Fit::log).max().orElseThrow();
        double sum = fits.stream().mapToDouble(f -> Math.exp(f.log() - best)).sum();
        double below = 0;
        for (Fit fit : fits) {
            below += Math.exp(fit.log() - best) / sum;
            if (below >= quantile) {
                return OptionalDouble.of(fit.meets());
            }
        }
        return OptionalDouble.of(fits.get(fits.size() - 1).meets());
    }

    private record Fit(double log, double meets) {}

    private static Fit fit(
            Criterion criterion, List<ProbeResult> probes, double dispersion, double saturation, double top) {
        double w = 0;
        double wz = 0;
        double wzz = 0;
        double wt = 0;
        double wzt = 0;
        double[][] points = new double[probes.size()][];
        for (int i = 0; i < points.length; i++) {
            ProbeResult probe = probes.get(i);
            double r = probe.load() / saturation;
            double z = r / (1 - r);
            double events = Math.max(1, probe.total(criterion) * criterion.allowed());
            double error = LEAST_ERROR + Math.min(MOST_BY_CHANCE, BY_CHANCE * Math.sqrt(dispersion / events));
            double weight = 1 / Math.pow(Math.max(LEAST_SECONDS, error * probe.p99()), 2);
            points[i] = new double[] {z, probe.p99(), weight};
            w += weight;
            wz += weight * z;
            wzz += weight * z * z;
            wt += weight * probe.p99();
            wzt += weight * z * probe.p99();
        }
        double determinant = w * wzz - wz * wz;
        double b = Math.max(determinant > SINGULAR ? (w * wzt - wz * wt) / determinant : 0, LEAST_SLOPE * wt / w);
        double a = (wt - b * wz) / w;
        double residual = 0;
        for (double[] p : points) {
            residual += p[2] * Math.pow(p[1] - a - b * p[0], 2);
        }
        double z = (criterion.limitSeconds() - a) / b;
        return new Fit(-0.5 * residual, z > 0 ? saturation * z / (1 + z) : BELOW_TOP * top);
    }
}
