package dev.redliner.redirector.lease;

import dev.redliner.contracts.redirect.RedirectOrder;

/**
 * The newest order seen for a pool, obeyed or not; it only rises.
 *
 * @param token highest fencing token seen, 0 if none
 * @param sequence highest sequence seen with that token
 */
public record Fence(long token, long sequence) {
    static final Fence NONE = new Fence(0, Long.MIN_VALUE);

    /** Raised to this order, unless it is already higher. */
    Fence raisedTo(RedirectOrder order) {
        if (order.token() > token) {
            return new Fence(order.token(), order.sequence());
        }
        if (order.token() == token && order.sequence() > sequence) {
            return new Fence(token, order.sequence());
        }
        return this;
    }

    boolean deposes(RedirectOrder order) {
        return order.token() < token;
    }

    /** Whether an order of the same token came after this one, or is this one. */
    boolean outdates(RedirectOrder order) {
        return order.token() == token && order.sequence() <= sequence;
    }
}
