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
 * @param held seconds of the probe before the sign
 * @param lnHeld logarithm of the mean load in these seconds
 */
record QueueingSign(double lnLoad, double spread, boolean tooMuch, double held, double lnHeld) {
    /** Chance that a sign is right, far from the load. */
    private static final double ACCURACY = 0.96;

    private static final double SPREAD = 0.02;
    /** From this load on, in requests per second, the sign refers to the mean load of the probe. */
    private static final double MANY = 150;
    /** The time in which a load that is too high shows the sign, in seconds (docs/search.md, Danger). */
    private static final double SHOWN_WITHIN = 20;
    /**
     * Exponent of a knee up to which a load that is too high need not show the sign. From {@link #STEEP} on it does. Both were
     * chosen with recorded runs (docs/decisions/0053).
     */
    private static final double FLAT = 20;

    private static final double STEEP = 80;
    /** Standard deviations beyond which nothing changes. */
    private static final double FAR = 30;

    static QueueingSign of(ProbeResult probe, Criterion criterion) {
        boolean tooMuch = probe.outcome() == Outcome.BAD;
        double mean = probe.load(criterion);
        double[] loads = probe.loads(criterion);
        int seconds = Math.min(loads.length, QueueTime.seconds(mean));
        int held = loads.length - seconds;
        double lnHeld = Math.log(Arrays.stream(loads, 0, held).average().orElse(mean));
        if (mean >= MANY) {
            return new QueueingSign(Math.log(mean), SPREAD, tooMuch, held, lnHeld);
        }
        double load = Arrays.stream(loads, held, loads.length).average().orElseThrow();
        return new QueueingSign(
                Math.log(load), Math.sqrt(SPREAD * SPREAD + 1 / (seconds * load)), tooMuch, held, lnHeld);
    }

    double logLikelihood(double lnRedline) {
        double above = chance(lnLoad, spread, lnRedline);
        return Math.log(tooMuch ? above : 1 - above);
    }

    /**
     * The evidence of the time before the sign: a load far above a redline with a steep knee shows the sign at once.
     *
     * @param exponent steepness of the knee
     */
    double heldLogLikelihood(double lnRedline, double exponent) {
        double shows = Math.max(0, Math.min(1, (exponent - FLAT) / (STEEP - FLAT)));
        return tooMuch ? shows * held / SHOWN_WITHIN * Math.log(1 - chance(lnHeld, SPREAD, lnRedline)) : 0;
    }

    /** The chance that a load shows the sign. */
    private static double chance(double lnLoad, double spread, double lnRedline) {
        double z = Math.max(-FAR, Math.min(FAR, (lnLoad - lnRedline) / spread));
        return (1 - ACCURACY) + (2 * ACCURACY - 1) / (1 + Math.exp(-Logistic.STEEPNESS * z));
    }
}
