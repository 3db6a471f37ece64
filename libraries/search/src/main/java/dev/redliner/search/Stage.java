package dev.redliner.search;

/** The purpose of a probe to a load. */
public enum Stage {
    /** Measure normal behaviour. */
    BASELINE,
    /** Step up towards the redline. */
    RAMP,
    /** Let the host recover at a known-good load. */
    HEAL,
    /** Narrow down the redline, from the safe side. */
    REFINE,
    /** Observe a load that should hold for longer. */
    CONFIRM
}
