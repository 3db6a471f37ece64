package dev.redliner.controller.search;

import java.time.Duration;

/**
 * What an earlier run found: where to begin, not what to believe.
 *
 * @param rps the redline then
 * @param spread standard deviation of the logarithm of what it may be now
 */
public record Prior(double rps, double spread) {
    /** Hosts change a little from day to day, even if nobody touched them. */
    private static final double DAILY = 0.03;
    /** A deploy may change more. */
    private static final double BY_DEPLOY = 0.08;
    /** Nobody knows it better than this. */
    private static final double LEAST = 0.04;

    private static final double MOST = 0.5;

    public Prior {
        if (!(rps > 0 && Double.isFinite(rps) && spread > 0 && spread <= MOST)) {
            throw new IllegalArgumentException("a redline of " + rps + " rps before, spread " + spread);
        }
    }

    /** A redline that somebody states, up to a tenth off. */
    public static Prior stated(double rps) {
        return new Prior(rps, 0.06);
    }

    /**
     * A redline that was measured.
     *
     * @param redline what was found
     * @param age how long ago
     * @param deploys how often the service was changed since
     */
    public static Prior measured(Redline redline, Duration age, int deploys) {
        double half = redline.atLeast() ? MOST : redline.halfWidth() / 1.96;
        double days = Math.max(0, age.toMinutes() / 1440.0);
        double variance = LEAST * LEAST + half * half + DAILY * DAILY * days + BY_DEPLOY * BY_DEPLOY * deploys;
        return new Prior(redline.rps(), Math.min(MOST, Math.sqrt(variance)));
    }

    /** The load that the redline lies above with some 90% certainty. */
    double low() {
        return rps * Math.exp(-1.3 * spread);
    }

    /** Whether a load was carried that is above all that it holds possible. One that broke below speaks for itself. */
    boolean isTooLowFor(Visit visit) {
        return visit.outcome() != Visit.Outcome.BAD && visit.load() > rps * Math.exp(2 * spread);
    }

    /**
     * Its logarithm of the density at a load; never so low that evidence could not overrule it.
     *
     * @param lnLoad logarithm of the load
     */
    double log(double lnLoad) {
        double z = (lnLoad - Math.log(rps)) / spread;
        return Math.log(0.9 * Math.exp(-0.5 * z * z) + 0.02);
    }
}
