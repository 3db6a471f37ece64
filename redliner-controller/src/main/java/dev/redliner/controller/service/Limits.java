package dev.redliner.controller.service;

import java.time.Duration;

/**
 * How far a run may go.
 *
 * @param maxDuration from start to the beginning of the restore
 * @param harmBudget excess bad requests beyond the host's normal, as a fraction of those the SUT served in the run
 * @param unknownFor how long a run may hold without knowing before it restores
 */
public record Limits(Duration maxDuration, double harmBudget, Duration unknownFor) {
    public static final Limits DEFAULT = new Limits(Duration.ofMinutes(15), 0.005, Duration.ofSeconds(20));

    public Limits {
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
