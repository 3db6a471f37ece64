package dev.redliner.controller.run.traffic;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Tick;
import org.jspecify.annotations.Nullable;

/**
 * Measures how much more uneven than single draws the SUT's part of the traffic is. Requests that belong to one page or
 * one user go the same way. The measure is the difference between the parts in consecutive seconds under the same
 * share. It does not depend on whether that share is the asked one.
 *
 * @param pairs number of pairs of consecutive seconds
 * @param sum sum of the squared differences of the pairs, each divided by its variance for single draws
 * @param share the asked share in the newest second; null before the first
 * @param before the previous second; null if there is none under the same share
 * @param now the second in progress
 */
public record ShareNoise(int pairs, double sum, @Nullable Share share, @Nullable Delivered before, Delivered now) {
    private static final double SECOND = 0.95;
    /** Weight of the usual dispersion, as a number of pairs. */
    private static final double PRIOR_PAIRS = 10;
    /** Limit for a single pair, such as one around a pause of an Envoy. */
    private static final double MOST = 30;
    /** A pair with fewer requests to the SUT, or fewer to its peers, is not used. */
    private static final double FEWEST = 5;

    public static final ShareNoise UNKNOWN = new ShareNoise(0, 0, null, null, Delivered.NONE);

    /** Adds a tick that lies wholly under a share. */
    public ShareNoise observe(Tick tick, Share asked) {
        if (!asked.equals(share)) {
            return new ShareNoise(pairs, sum, asked, null, Delivered.NONE.plus(tick, asked));
        }
        Delivered second = now.plus(tick, asked);
        if (second.seconds() < SECOND) {
            return new ShareNoise(pairs, sum, share, before, second);
        }
        double difference = before == null ? Double.NaN : difference(before, second);
        return Double.isNaN(difference)
                ? new ShareNoise(pairs, sum, share, second, Delivered.NONE)
                : new ShareNoise(pairs + 1, sum + Math.min(MOST, difference), share, second, Delivered.NONE);
    }

    /**
     * The squared difference of two seconds, with a mean of one for single draws; NaN if they have too few requests.
     */
    private static double difference(Delivered one, Delivered other) {
        double all = one.poolRequested() + other.poolRequested();
        double requested = one.requested() + other.requested();
        if (!(Math.min(one.poolRequested(), other.poolRequested()) > 0)
                || Math.min(requested, all - requested) < FEWEST) {
            return Double.NaN;
        }
        double part = requested / all;
        double off = one.requested() / one.poolRequested() - other.requested() / other.poolRequested();
        double variance = part * (1 - part) * (1 / one.poolRequested() + 1 / other.poolRequested());
        return off * off / variance;
    }

    /**
     * Variance of the SUT's requests as a multiple of that of single draws, at least 1.
     *
     * @param usual the value before any traffic was seen
     */
    public double dispersion(double usual) {
        return Math.max(1, (PRIOR_PAIRS * usual + sum) / (PRIOR_PAIRS + pairs));
    }
}
