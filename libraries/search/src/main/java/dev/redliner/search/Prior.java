package dev.redliner.search;

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
    /** The spread of a stated redline: a tenth is 1.6 standard deviations. */
    private static final double STATED = 0.06;
    /** Half the width of a 95% interval, in standard deviations of a normal distribution. */
    private static final double HALF_WIDTH = 1.96;

    private static final double MINUTES_OF_DAY = 1440.0;
    /** One redline in ten is more than this many standard deviations below the mean of a normal distribution. */
    private static final double TENTH = 1.3;
    /** No redline more than this many standard deviations above the earlier one is considered possible. */
    private static final double FARTHEST = 2;
    /** The height of the bell, and of the even density below it that lets evidence overrule the bell. */
    private static final double BELL = 0.9;

    private static final double ANYTHING = 0.02;

    public Prior {
        if (!(rps > 0 && Double.isFinite(rps) && spread > 0 && spread <= MOST)) {
            throw new IllegalArgumentException("a redline of " + rps + " rps before, spread " + spread);
        }
    }

    /** A redline that a user states, up to a tenth off. */
    public static Prior stated(double rps) {
        return new Prior(rps, STATED);
    }

    /**
     * A measured redline.
     *
     * @param redline the result of the measurement
     * @param age the time since then
     * @param deploys how often the service was changed since then
     */
    public static Prior measured(Redline redline, Duration age, int deploys) {
        double spread = Math.hypot(uncertainty(redline), change(age, deploys));
        return new Prior(redline.rps(), Math.min(MOST, spread));
    }

    /** Standard deviation of the logarithm of a redline, as its measurement leaves it. */
    public static double uncertainty(Redline redline) {
        return Math.hypot(LEAST, redline.atLeast() ? MOST : redline.halfWidth() / HALF_WIDTH);
    }

    /**
     * Standard deviation of the change of a redline's logarithm: 3% times the root of the days, and 8% for each deploy.
     *
     * @param age the time since the measurement
     * @param deploys how often the service was changed since then
     */
    public static double change(Duration age, int deploys) {
        double days = Math.max(0, age.toMinutes() / MINUTES_OF_DAY);
        return Math.sqrt(DAILY * DAILY * days + BY_DEPLOY * BY_DEPLOY * deploys);
    }

    /** The load above which the redline lies with some 90% certainty. */
    public double low() {
        return rps * Math.exp(-TENTH * spread);
    }

    /** Whether a load, in requests per second, is above all redlines that this prior considers possible. */
    public boolean isBelow(double load) {
        return load > rps * Math.exp(FARTHEST * spread);
    }

    /**
     * Logarithm of the prior density at a load. The density is never so low that evidence could not overrule it.
     *
     * @param lnLoad logarithm of the load
     */
    public double log(double lnLoad) {
        double z = (lnLoad - Math.log(rps)) / spread;
        return Math.log(BELL * Math.exp(-0.5 * z * z) + ANYTHING);
    }
}
