package dev.redliner.redirector.lease;

import dev.redliner.contracts.redirect.RedirectOrder;

/** The decision about an order. */
public sealed interface OrderResult {
    /** The order that was ruled on. */
    RedirectOrder order();

    /**
     * A lease was opened: there was none, or the previous one asked for another share or belonged to another run.
     *
     * @param lease the live lease
     */
    record Opened(Lease lease) implements OrderResult {
        @Override
        public RedirectOrder order() {
            return lease.order();
        }
    }

    /**
     * The live lease was extended and still asks for the same share.
     *
     * @param lease the live lease
     */
    record Renewed(Lease lease) implements OrderResult {
        @Override
        public RedirectOrder order() {
            return lease.order();
        }
    }

    /**
     * The lease has ended, if there was one.
     *
     * @param order the order to restore
     */
    record Restored(RedirectOrder order) implements OrderResult {}

    /**
     * The order changes nothing; a live lease stays as it was.
     *
     * @param order the rejected order
     * @param why the kind of reason
     * @param detail in words for a person, with the numbers
     */
    record Refused(RedirectOrder order, Refusal why, String detail) implements OrderResult {}
}
