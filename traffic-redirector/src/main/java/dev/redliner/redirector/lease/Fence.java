package dev.redliner.redirector.lease;

import dev.redliner.contracts.redirect.RedirectOrder;
import org.jspecify.annotations.Nullable;

/**
 * The newest order received for a pool, whether or not it was obeyed. A fence only rises.
 *
 * @param token highest fencing token received, 0 if none
 * @param sequence highest sequence received with that token
 * @param why of that order: who ended its run from elsewhere and why; null in all other orders
 */
public record Fence(long token, long sequence, @Nullable String why) {
    static final Fence NONE = new Fence(0, Long.MIN_VALUE, null);

    /** This fence raised to the order, unless it is already higher. */
    Fence raisedTo(RedirectOrder order) {
        if (order.token() > token) {
            return new Fence(order.token(), order.sequence(), order.why());
        }
        if (order.token() == token && order.sequence() > sequence) {
            return new Fence(token, order.sequence(), order.why());
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
