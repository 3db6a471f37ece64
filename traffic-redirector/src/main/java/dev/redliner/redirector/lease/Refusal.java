package dev.redliner.redirector.lease;

import java.util.Locale;

/** Why an order is refused. */
public enum Refusal {
    /** Nothing is known of the pool, or it is no longer declared. */
    UNKNOWN_POOL,
    /** A newer run was given a higher fencing token. */
    STALE_TOKEN,
    /** A newer order of the same run was seen, or this one itself. */
    STALE_SEQUENCE,
    /** It wants to be valid for longer than is ever allowed, which would outlive the promise to restore. */
    VALID_TOO_LONG,
    /** It was over before it came. */
    EXPIRED,
    /** It was issued further ahead than it is valid for: the clocks disagree. */
    FROM_THE_FUTURE,
    /** The pool's definition changed: its share could reach hosts that the run does not measure. */
    OTHER_DEFINITION,
    /** Its share is beyond the pool's maximum. */
    ABOVE_MAX_SHARE;

    /** As in metrics and logs. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
