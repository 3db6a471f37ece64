package dev.redliner.redirector.share;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.Share;

/**
 * A share as Envoy's {@code FractionalPercent} has it.
 *
 * @param numerator parts of {@code denominator}
 * @param denominator parts of the whole
 */
public record RuntimeFraction(int numerator, Denominator denominator) {

    /** The denominators Envoy knows that are fine enough; the names are Envoy's. */
    public enum Denominator {
        /** Buckets of users. */
        TEN_THOUSAND,
        MILLION
    }

    /** What a pool's Envoys are given for a share: millionths of the requests, or whole buckets of users. */
    public static RuntimeFraction of(Pool pool, Share share) {
        return switch (pool.tier()) {
            case BACK_END -> new RuntimeFraction(share.millionths(), Denominator.MILLION);
            case FRONT_END -> new RuntimeFraction(share.buckets(), Denominator.TEN_THOUSAND);
        };
    }

    /** The share that this really gives: what is not a whole bucket is lost on the way. */
    public static Share effective(Pool pool, Share share) {
        return switch (pool.tier()) {
            case BACK_END -> share;
            case FRONT_END -> share.wholeBuckets();
        };
    }
}
