package dev.redliner.contracts.redirect;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A controller's order about the traffic of a pool. An order is a lease: it holds only while it is renewed.
 *
 * @param pool the pool, which is also the record's key
 * @param run the run that issues the order
 * @param token fencing token, which only grows; a redirector rejects tokens below the highest one it has received
 * @param sequence counts up within a token; an order that is not above the last one changes nothing
 * @param action the action to take
 * @param share the SUT's share for {@link Action#SHIFT}; of no effect for {@link Action#RESTORE}
 * @param issuedAt time of issue by the controller's clock
 * @param validFor validity from {@code issuedAt}, and never longer than this from its receipt
 * @param revision revision of the pool's record that a SHIFT was made for: a redirector that serves another revision
 *     rejects the order; {@link #ANY_REVISION} in a RESTORE
 * @param why who ended the run from elsewhere and why, as text for users; null in all other orders
 */
public record RedirectOrder(
        String pool,
        String run,
        long token,
        long sequence,
        Action action,
        Share share,
        Instant issuedAt,
        Duration validFor,
        long revision,
        @Nullable String why) {

    /** Revision of an order that is valid for every definition of the pool. */
    public static final long ANY_REVISION = 0;

    /** Highest sequence: no further order of the token follows. Used by a RESTORE that ends the run finally. */
    public static final long LAST_SEQUENCE = Long.MAX_VALUE;

    private static final String RESTORE_RUN = "restore-";
    private static final Duration RESTORE_VALID = Duration.ofSeconds(3);

    /** An order that was not given from elsewhere. */
    public RedirectOrder(
            String pool,
            String run,
            long token,
            long sequence,
            Action action,
            Share share,
            Instant issuedAt,
            Duration validFor,
            long revision) {
        this(pool, run, token, sequence, action, share, issuedAt, validFor, revision, null);
    }

    /** The action to take. */
    public enum Action {
        /** Send this share to the SUT for as long as the lease is live. */
        SHIFT,
        /** Drop the lease immediately, so that the baseline applies. */
        RESTORE
    }

    public RedirectOrder {
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(share, "share");
        Objects.requireNonNull(issuedAt, "issuedAt");
        if (token < 1) {
            throw new IllegalArgumentException("fencing token " + token + " is not above zero");
        }
        if (validFor.isNegative() || validFor.isZero()) {
            throw new IllegalArgumentException("validFor " + validFor + " is not above zero");
        }
        if (action == Action.SHIFT && revision < 1) {
            throw new IllegalArgumentException("a SHIFT of pool " + pool + " names no revision of its definition");
        }
    }

    /**
     * The order with which a person's restore of all pools ends every lease of a pool. No run issues it.
     *
     * @param token a token that was raised above all earlier ones, so that no order of a run is valid any more
     */
    public static RedirectOrder restoreAbove(String pool, long token, Instant now) {
        return restore(pool, RESTORE_RUN + token, token, 1, now, RESTORE_VALID, null);
    }

    /**
     * As {@link #restoreAbove} if no token can be raised, because the journal is unavailable.
     *
     * @param token the token of the lease that it ends
     */
    public static RedirectOrder restoreWithoutJournal(String pool, long token, Instant now) {
        return lastRestore(pool, RESTORE_RUN + token, token, now, RESTORE_VALID, null);
    }

    /**
     * Ends a run's lease for good: with its own token, and a sequence after which no order of that token is valid.
     *
     * @param why who ends it from elsewhere and why; null if its own controller does
     */
    public static RedirectOrder lastRestore(
            String pool, String run, long token, Instant now, Duration validFor, @Nullable String why) {
        return restore(pool, run, token, LAST_SEQUENCE, now, validFor, why);
    }

    private static RedirectOrder restore(
            String pool, String run, long token, long sequence, Instant now, Duration validFor, @Nullable String why) {
        return new RedirectOrder(
                pool, run, token, sequence, Action.RESTORE, new Share(0), now, validFor, ANY_REVISION, why);
    }

    /** End of the order by the controller's clock, unless it is renewed. */
    public Instant validUntil() {
        return issuedAt.plus(validFor);
    }
}
