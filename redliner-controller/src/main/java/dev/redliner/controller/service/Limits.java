package dev.redliner.controller.service;

import java.time.Duration;

/**
 * How far a run may go.
 *
 * @param maxDuration from start to the beginning of the restore
 * @param harmBudget excess bad requests beyond the host's normal, as a fraction of those the SUT served in the run
 * @param unknownFor how long a run may hold without knowing before it restores
 * @param settledFor how long the SUT's process must have been running before a run: caches are cold and code is not
 *     compiled for a while, and whoever restarts a host is working on it
 */
public record Limits(Duration maxDuration, double harmBudget, Duration unknownFor, Duration settledFor) {
    public static final Limits DEFAULT =
            new Limits(Duration.ofMinutes(15), 0.005, Duration.ofSeconds(20), Duration.ofMinutes(5));

    public Limits {
        // a definition that was stored before there was such a limit has the usual one
        settledFor = settledFor == null ? Duration.ofMinutes(5) : settledFor;
        if (settledFor.isNegative()) {
            throw new IllegalArgumentException("settledFor " + settledFor + " is below 0 s");
        }
        if (maxDuration.compareTo(Duration.ofSeconds(30)) < 0) {
            throw new IllegalArgumentException("maxDuration " + maxDuration + " is below 30 s");
        }
        if (!(harmBudget > 0 && harmBudget <= 1)) {
            throw new IllegalArgumentException("harmBudget " + harmBudget + " is not above 0 and up to 1");
        }
        if (unknownFor.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("unknownFor " + unknownFor + " is below 1 s");
        }
    }
}
