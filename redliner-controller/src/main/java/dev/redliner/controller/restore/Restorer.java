package dev.redliner.controller.restore;

/** Puts the traffic of every pool back. */
public interface Restorer {
    /**
     * Ends every run, orders every pool back, and waits up to ten seconds to see it.
     *
     * @param who who asks, for the record
     * @param why why
     */
    RestoreResult restore(String who, String why);
}
