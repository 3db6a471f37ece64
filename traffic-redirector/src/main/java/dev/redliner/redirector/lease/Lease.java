package dev.redliner.redirector.lease;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.Share;
import java.util.Objects;

/**
 * The right to hold a pool's share away from its baseline, for as long as it is renewed. A lease ends at the earlier of
 * {@code issuedAt + validFor} by the wall clock and {@code received + validFor} by the monotonic clock. Therefore
 * neither a wall clock that is set back nor a slow delivery prolongs it.
 *
 * @param order the order that opened or last renewed the lease
 * @param received time of receipt of that order
 */
public record Lease(RedirectOrder order, Moment received) {
    public Lease {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(received, "received");
    }

    /** Whether the lease still holds. */
    public boolean liveAt(Moment now) {
        return now.wall().isBefore(order.validUntil()) && now.since(received).compareTo(order.validFor()) < 0;
    }

    boolean asksTheSameAs(Lease other) {
        return share().equals(other.share()) && order.token() == other.order.token();
    }

    /** The SUT's share that the lease asks for. */
    public Share share() {
        return order.share();
    }
}
