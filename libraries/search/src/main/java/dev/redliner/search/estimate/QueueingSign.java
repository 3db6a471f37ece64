package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.Arrays;

/**
 * The evidence of a moved median about the redline: the redline lies below a load, or above it if the probe was not bad.
 *
 * <p>Where a second holds few requests, the load that was too high is that of the seconds that showed the move, not the
 * mean load of the probe. The number of arrivals in those seconds limits the precision of that load. Where a second
 * holds many requests, both loads are about equal.
 *
 * @param lnLoad logarithm of that load in requests per second
 * @param spread relative uncertainty of the load
 * @param tooMuch whether the probe was bad
 */
record QueueingSign(double lnLoad, double spread, boolean tooMuch) {
    /** Chance that a sign is right, far from the load. */
    private static final double ACCURACY = 0.96;

    private static final double SPREAD = 0.02;
    /** From this load on, in requests per second, the sign refers to the mean load of the probe. */
    private static final double MANY = 150;
    /** Standard deviations beyond which nothing changes. */
    private static final double FAR = 30;

    static QueueingSign of(ProbeResult probe, Criterion criterion) {
        boolean tooMuch = probe.outcome() == Outcome.BAD;
        double mean = probe.load(criterion);
        if (mean >= MANY) {
            return new QueueingSign(Math.log(mean), SPREAD, tooMuch);
        }
        double[] loads = probe.loads(criterion);
        int seconds = Math.min(loads.length, QueueTime.seconds(mean));
        double load = Arrays.stream(loads, loads.length - seconds, loads.length)
                .average()
                .orElseThrow();
        return new QueueingSign(Math.log(load), Math.sqrt(SPREAD * SPREAD + 1 / (seconds * load)), tooMuch);
    }

    double logLikelihood(double lnRedline) {
        double z = Math.max(-FAR, Math.min(FAR, (lnLoad - lnRedline) / spread));
        double above = 1 / (1 + Math.exp(-Logistic.STEEPNESS * z));
        double agrees = tooMuch ? above : 1 - above;
        return Math.log((1 - ACCURACY) + (2 * ACCURACY - 1) * agrees);
    }
}
