package dev.redliner.contracts.redirect;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A controller's order about a pool's traffic. It is a lease: it holds only while it is renewed.
 *
 * @param pool the pool, which is also the record's key
 * @param run who orders
 * @param token fencing token, which only grows; a redirector refuses anything below the highest it has seen
 * @param sequence counts up within a token; an order that is not above the last one changes nothing
 * @param action what to do
 * @param share the SUT's share for {@link Action#SHIFT}; the baseline for {@link Action#RESTORE}
 * @param issuedAt by the controller's clock
 * @param validFor from {@code issuedAt}, and never longer than this from its receipt
 * @param revision of the pool's record that a SHIFT was made for: a redirector that serves another one refuses it;
 *     {@link #ANY_REVISION} in a RESTORE
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
        long revision) {

    /** Of an order that holds whatever the pool's definition is. */
    public static final long ANY_REVISION = 0;

    /** No order of the token comes after one with this sequence: a RESTORE that ends the run for good. */
    public static final long LAST_SEQUENCE = Long.MAX_VALUE;

    /** What to do. */
    public enum Action {
        /** Send this share to the SUT while the lease lives. */
        SHIFT,
        /** Drop the lease now, so that the static baseline holds. */
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

    /** When it ends unless renewed, by the controller's clock. */
    public Instant validUntil() {
        return issuedAt.plus(validFor);
    }
}
