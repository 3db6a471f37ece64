package dev.redliner.controller.search;

/** What a visit to a load is for. */
public enum Stage {
    /** Learn what is normal. */
    BASELINE,
    /** Step up towards the redline. */
    RAMP,
    /** Let the host recover at a load that was good. */
    HEAL,
    /** Narrow the redline down, from the safe side. */
    REFINE,
    /** Look longer at a load that should hold. */
    CONFIRM
}
