package dev.redliner.schedule;

/** The policy for firings whose window passed while no controller was running. */
public enum Misfire {
    /** The run is left out. */
    SKIP,
    /** The newest firing is made up for with one run, as soon as a controller is running. */
    RUN_ONCE
}
