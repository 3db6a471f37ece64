package dev.redliner.controller.traffic;

import dev.redliner.api.RedlineReport;

/** The load that a run must be able to bring to a host, so that it can measure the redline again. */
public final class NeededLoad {
    /** A redline is only measured, and not a lower bound, if loads above it were probed. */
    private static final double ABOVE = 1.15;

    private NeededLoad() {}

    /**
     * The load for the redline of the last run, in requests per second at one host. It does not depend on the interval:
     * few requests make that wide, without a need for more load.
     */
    public static double of(RedlineReport redline) {
        return ABOVE * redline.rps();
    }
}
