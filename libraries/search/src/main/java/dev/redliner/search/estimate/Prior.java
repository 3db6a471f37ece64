package dev.redliner.search.estimate;

import dev.redliner.search.evidence.ProbeResult;
import java.time.Duration;

/**
 * The result of an earlier run: where to begin, not a result to rely on.
 *
 * @param rps the redline then
 * @param spread standard deviation of the logarithm of the redline that is possible now
 */
public record Prior(double rps, double spread) {
    /** Hosts change a little from day to day, even without any deploy. */
    private static final double DAILY = 0.03;
    /** A deploy may change a host more. */
    private static final double BY_DEPLOY = 0.08;
    /** Lower limit of the uncertainty. */
    private static final double LEAST = 0.04;

    private static final double MOST = 0.5;

    public Prior {
        if (!(rps > 0 && Double.isFinite(rps) && spread > 0 && spread <= MOST)) {
            throw new IllegalArgumentException("a redline of " + rps + " rps before, spread " + spread);
        }
    }

    /** A redline that a user states, up to a tenth off. */
    public static Prior stated(double rps) {
        return new Prior(rps, 0.06);
    }

    /**
     * A measured redline.
     *
     * @param redline the result of the measurement
     * @param age the time since then
     * @param deploys how often the service was changed since then
     */
    public static Prior measured(Redline redline, Duration age, int deploys) {
        double half = redline.atLeast() ? MOST : redline.halfWidth() / 1.96;
        double days = Math.max(0, age.toMinutes() / 1440.0);
        double variance = LEAST * LEAST + half * half + DAILY * DAILY * days + BY_DEPLOY * BY_DEPLOY * deploys;
        return new Prior(redline.rps(), Math.min(MOST, Math.sqrt(variance)));
    }

    /** The load above which the redline lies with some 90% certainty. */
    public double low() {
        return rps * Math.exp(-1.3 * spread);
    }

    /**
     * Whether a probe carried a load above all redlines that this prior considers possible. A probe that broke below
     * them is evidence in itself.
     */
    public boolean isTooLowFor(ProbeResult probe) {
        return probe.outcome() != ProbeResult.Outcome.BAD && probe.load() > rps * Math.exp(2 * spread);
    }

    /**
     * Logarithm of the prior density at a load. The density is never so low that evidence could not overrule it.
     *
     * @param lnLoad logarithm of the load
     */
    double log(double lnLoad) {
        double z = (lnLoad - Math.log(rps)) / spread;
        return Math.log(0.9 * Math.exp(-0.5 * z * z) + 0.02);
    }
}
