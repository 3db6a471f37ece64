package dev.redliner.controller.lever;

/** Hears that the safety lever is engaged. */
public interface LeverListener {
    /** Each time that somebody engages it, and when another controller's is seen. */
    void engaged(Engaged lever);

    /** Every second while it is engaged: quick, and harmless when repeated. */
    void stillEngaged(Engaged lever);
}
