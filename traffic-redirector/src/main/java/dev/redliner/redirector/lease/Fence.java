package dev.redliner.redirector.lease;

import dev.redliner.contracts.redirect.RedirectOrder;

/**
 * The newest order received for a pool, whether or not it was obeyed. A fence only rises.
 *
 * @param token highest fencing token received, 0 if none
 * @param sequence highest sequence received with that token
 */
public record Fence(long token, long sequence) {
    static final Fence NONE = new Fence(0, Long.MIN_VALUE);

    /** This fence raised to the order, unless it is already higher. */
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

    /** Whether the order is outdated: an order of the same token with an equal or higher sequence was received. */
    boolean outdates(RedirectOrder order) {
        return order.token() == token && order.sequence() <= sequence;
    }
}
