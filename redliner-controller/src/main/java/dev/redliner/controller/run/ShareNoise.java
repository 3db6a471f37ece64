package dev.redliner.controller.run;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Tick;
import org.jspecify.annotations.Nullable;

/**
 * How much more uneven than single draws the SUT's part of the traffic is: requests that belong to one page or one user go
 * the same way. It is taken from how far one second's part is off the next one's under the same share, which a share that
 * is not the asked one does not touch.
 *
 * @param pairs how many such pairs of seconds were seen
 * @param sum of the pairs' squared differences, each over its variance if the requests were single draws
 * @param share what was asked for in the newest second; null before the first
 * @param before the second before; null if there is none under the same share
 * @param now the second that is going on
 */
record ShareNoise(int pairs, double sum, @Nullable Share share, @Nullable Delivered before, Delivered now) {
    private static final double SECOND = 0.95;
    /** What is taken for granted is worth this many pairs. */
    private static final double PRIOR_PAIRS = 10;
    /** A single pair, such as one around a pause of an Envoy, says no more than this. */
    private static final double MOST = 30;
    /** Fewer requests of either kind in a pair say nothing. */
    private static final double FEWEST = 5;

    static final ShareNoise UNKNOWN = new ShareNoise(0, 0, null, null, Delivered.NONE);

    /** With a tick that lies wholly under a share. */
    ShareNoise saw(Tick tick, Share asked) {
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

    /** Of mean one for single draws; NaN if the two say nothing. */
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
     * Variance of the SUT's requests in that of single draws, 1 at the least.
     *
     * @param usual what it is before anything was seen
     */
    double dispersion(double usual) {
        return Math.max(1, (PRIOR_PAIRS * usual + sum) / (PRIOR_PAIRS + pairs));
    }
}
