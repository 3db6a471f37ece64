package dev.redliner.redirector.share;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.Share;

/**
 * A share in the form of Envoy's {@code FractionalPercent}.
 *
 * @param numerator parts of {@code denominator}
 * @param denominator parts of the whole
 */
public record RuntimeFraction(int numerator, Denominator denominator) {

    /** Envoy's denominators that are fine enough, under Envoy's names. */
    public enum Denominator {
        /** Buckets of users. */
        TEN_THOUSAND,
        MILLION
    }

    /**
     * The fraction that the Envoys of a pool receive for a share: millionths of the requests, or whole buckets of
     * users.
     */
    public static RuntimeFraction of(Pool pool, Share share) {
        return switch (pool.tier()) {
            case BACK_END -> new RuntimeFraction(share.millionths(), Denominator.MILLION);
            case FRONT_END -> new RuntimeFraction(share.buckets(), Denominator.TEN_THOUSAND);
        };
    }

    /** The share that actually results: the part below a whole bucket is cut off. */
    public static Share effective(Pool pool, Share share) {
        return switch (pool.tier()) {
            case BACK_END -> share;
            case FRONT_END -> share.wholeBuckets();
        };
    }
}
