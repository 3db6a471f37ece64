package dev.redliner.controller.lever;

/** Receives notifications that the safety lever is engaged. */
public interface LeverListener {
    /** Called each time that a user engages the lever, and when another controller's engagement is detected. */
    void engaged(Engaged lever);

    /** Called every second while the lever is engaged. Implementations must be quick and idempotent. */
    void stillEngaged(Engaged lever);
}
