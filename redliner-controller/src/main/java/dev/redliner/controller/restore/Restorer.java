package dev.redliner.controller.restore;

/** Restores the traffic of every pool. */
public interface Restorer {
    /**
     * Ends every run, orders every pool back, and waits up to ten seconds for the confirmations.
     *
     * @param who the person that asks, for the record
     * @param why the reason
     */
    RestoreResult restore(String who, String why);
}
