package dev.redliner.testbench.chaos;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectOrder.Action;
import dev.redliner.contracts.redirect.Share;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;

/**
 * The orders that one process of a redirector received, and the shares that it may send because of them. This check is
 * separate from the redirector's own leases on purpose.
 */
final class OrderWitness {
    private final long validFor;
    private final Deque<Heard> received = new ArrayDeque<>();
    private long token;
    private long sequence = Long.MIN_VALUE;
    private long restoredToken;
    private long restoredSequence = Long.MIN_VALUE;

    /**
     * @param at arrival, in virtual time
     */
    record Heard(SentOrder order, long at) {}

    /**
     * @param validFor nanoseconds
     */
    OrderWitness(long validFor) {
        this.validFor = validFor;
    }

    void receive(SentOrder sent, long now) {
        RedirectOrder order = sent.order();
        if (order.action() == Action.RESTORE && order.token() >= token) {
            boolean newer = order.token() > restoredToken || order.sequence() > restoredSequence;
            restoredSequence = newer ? order.sequence() : restoredSequence;
            restoredToken = Math.max(restoredToken, order.token());
        }
        if (order.token() > token || order.token() == token && order.sequence() > sequence) {
            token = order.token();
            sequence = order.sequence();
            received.addLast(new Heard(sent, now));
        }
        while (!received.isEmpty() && now - received.getFirst().at() > validFor) {
            received.removeFirst();
        }
    }

    /** The newest order that allows this share to be sent to an Envoy now, or empty if there is none. */
    Optional<Heard> reasonFor(Share share, long now) {
        for (Iterator<Heard> newest = received.descendingIterator(); newest.hasNext(); ) {
            Heard one = newest.next();
            RedirectOrder order = one.order().order();
            if (order.action() == Action.SHIFT
                    && order.share().equals(share)
                    && order.token() == token
                    && now - one.at() < validFor
                    && !restored(order)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    private boolean restored(RedirectOrder order) {
        return order.token() < restoredToken || order.token() == restoredToken && order.sequence() < restoredSequence;
    }

    /** The orders as text, for a violation. */
    @Override
    public String toString() {
        return "highest token " + token + " sequence " + sequence + ", last restore token " + restoredToken
                + " sequence " + restoredSequence
                + ", heard lately "
                + received.stream()
                        .map(h -> InvariantChecker.words(h.order().order()))
                        .toList();
    }
}
