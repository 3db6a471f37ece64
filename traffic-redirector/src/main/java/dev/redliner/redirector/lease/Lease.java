package dev.redliner.redirector.lease;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.Share;
import java.util.Objects;

/**
 * The right to hold a pool's share away from its baseline, for as long as it is renewed. It ends at the earlier of
 * {@code issuedAt + validFor} by the wall clock and {@code received + validFor} by the monotonic clock, so that neither
 * a wall clock set back nor a long way here makes it longer.
 *
 * @param order the order that opened or last renewed it
 * @param received when that order came
 */
public record Lease(RedirectOrder order, Moment received) {
    public Lease {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(received, "received");
    }

    /** Whether it still holds. */
    public boolean liveAt(Moment now) {
        return now.wall().isBefore(order.validUntil()) && now.since(received).compareTo(order.validFor()) < 0;
    }

    boolean asksTheSameAs(Lease other) {
        return share().equals(other.share()) && order.token() == other.order.token();
    }

    /** The SUT's share it asks for. */
    public Share share() {
        return order.share();
    }
}
