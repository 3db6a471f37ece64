package dev.redliner.search.estimate;

import dev.redliner.search.evidence.CountInterval.Criterion;
import dev.redliner.search.evidence.ProbeResult;
import dev.redliner.search.evidence.ProbeResult.Outcome;
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
    private static final double ENOUGH_REQUESTS = 80;

    private LatencyCurve() {}

    /** The load at which the limit is met, as a low quantile over the candidates; empty with fewer than two probes. */
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
                .mapToObj(i -> top * Math.exp(Math.log(1.02) + (Math.log(5) - Math.log(1.02)) * i / (CANDIDATES - 1)))
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
            double error = 0.06 + Math.min(0.3, 0.5 * Math.sqrt(dispersion / events));
            double weight = 1 / Math.pow(Math.max(1e-6, error * probe.p99()), 2);
            points[i] = new double[] {z, probe.p99(), weight};
            w += weight;
            wz += weight * z;
            wzz += weight * z * z;
            wt += weight * probe.p99();
            wzt += weight * z * probe.p99();
        }
        double determinant = w * wzz - wz * wz;
        double b = Math.max(determinant > 1e-12 ? (w * wzt - wz * wt) / determinant : 0, 1e-3 * wt / w);
        double a = (wt - b * wz) / w;
        double residual = 0;
        for (double[] p : points) {
            residual += p[2] * Math.pow(p[1] - a - b * p[0], 2);
        }
        double z = (criterion.limitSeconds() - a) / b;
        return new Fit(-0.5 * residual, z > 0 ? saturation * z / (1 + z) : 0.9 * top);
    }
}
