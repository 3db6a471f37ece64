package dev.redliner.redirector.lease;

import java.util.Locale;

/** The reasons to reject an order. */
public enum Refusal {
    /** The pool is unknown or no longer declared. */
    UNKNOWN_POOL,
    /** A newer run was given a higher fencing token. */
    STALE_TOKEN,
    /** A newer order of the same run was received, or this order itself. */
    STALE_SEQUENCE,
    /** The validity exceeds the allowed maximum and would outlast the promised time to restore. */
    VALID_TOO_LONG,
    /** The order had already expired when it arrived. */
    EXPIRED,
    /** The order was issued further in the future than it is valid for: the clocks disagree. */
    FROM_THE_FUTURE,
    /** The pool's definition changed: the share could reach hosts that the run does not measure. */
    OTHER_DEFINITION,
    /** The share is above the pool's maximum. */
    ABOVE_MAX_SHARE;

    /** The name of this reason in metrics and logs. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
