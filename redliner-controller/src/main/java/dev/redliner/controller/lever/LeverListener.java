package dev.redliner.controller.lever;

/** Hears that the safety lever is engaged. */
public interface LeverListener {
    /** At once when it is engaged, and again every second while it is: quick, and harmless when repeated. */
    void engaged(Engaged lever);
}
