package dev.redliner.redirector.lease;

import dev.redliner.contracts.redirect.RedirectOrder;

/** What becomes of an order. */
public sealed interface Ruling {
    /** The order ruled on. */
    RedirectOrder order();

    /**
     * A lease is open where none was, or asks for another share, or is another run's than before.
     *
     * @param lease the live lease
     */
    record Opened(Lease lease) implements Ruling {
        @Override
        public RedirectOrder order() {
            return lease.order();
        }
    }

    /**
     * The live lease holds for longer, and asks for the same.
     *
     * @param lease the live lease
     */
    record Renewed(Lease lease) implements Ruling {
        @Override
        public RedirectOrder order() {
            return lease.order();
        }
    }

    /**
     * The lease, if there was one, is over.
     *
     * @param order the order to restore
     */
    record Restored(RedirectOrder order) implements Ruling {}

    /**
     * The order changes nothing; a live lease is as it was.
     *
     * @param order the refused order
     * @param why the kind of reason
     * @param detail in words for a person, with the numbers
     */
    record Refused(RedirectOrder order, Refusal why, String detail) implements Ruling {}
}
