package dev.redliner.controller.service;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far a run may go. What a user may declare is narrower, see {@link LimitsSection}: those bounds change with versions,
 * and definitions that were stored under earlier ones are still read.
 *
 * @param maxDuration from start to the beginning of the restore
 * @param harmBudget excess bad requests beyond the host's normal, as a fraction of those the SUT served in the run
 * @param unknownFor how long a run may hold without knowing before it restores
 * @param settledFor how long the SUT's process must have been running before a run: caches are cold and code is not
 *     compiled for a while, and whoever restarts a host is working on it
 * @param peersMayGrow how much more load the peers can carry, as a fraction of theirs, as their operator declares; null: no
 *     declaration, so their CPU has to be measured
 * @param restartsUnseen whether the operator accepts that nobody reports when the SUT's processes started, so that a
 *     restart is not seen
 */
public record Limits(
        Duration maxDuration,
        double harmBudget,
        Duration unknownFor,
        Duration settledFor,
        @Nullable Double peersMayGrow,
        Boolean restartsUnseen) {
    public static final Limits DEFAULT =
            new Limits(Duration.ofMinutes(15), 0.005, Duration.ofSeconds(20), Duration.ofMinutes(5));

    public Limits {
        // a definition that was stored without a limit has the usual one
        restartsUnseen = restartsUnseen != null && restartsUnseen;
        settledFor = settledFor == null ? Duration.ofMinutes(5) : settledFor;
        if (settledFor.isNegative()) {
            throw new IllegalArgumentException("settledFor " + settledFor + " is below 0 s");
        }
        if (maxDuration.isNegative() || maxDuration.isZero()) {
            throw new IllegalArgumentException("maxDuration " + maxDuration + " is not above 0 s");
        }
        if (!(harmBudget > 0)) {
            throw new IllegalArgumentException("harmBudget " + harmBudget + " is not above 0");
        }
        if (unknownFor.isNegative() || unknownFor.isZero()) {
            throw new IllegalArgumentException("unknownFor " + unknownFor + " is not above 0 s");
        }
        if (peersMayGrow != null && !(peersMayGrow > 0)) {
            throw new IllegalArgumentException("peersMayGrow " + peersMayGrow + " is not above 0");
        }
    }

    /** Without a declaration of what cannot be measured. */
    public Limits(Duration maxDuration, double harmBudget, Duration unknownFor, Duration settledFor) {
        this(maxDuration, harmBudget, unknownFor, settledFor, null, false);
    }

    /** The same for hosts whose peers always have room and that never restart, as simulated ones. */
    public Limits ofSimulatedHosts() {
        return new Limits(maxDuration, harmBudget, unknownFor, settledFor, 10.0, true);
    }
}
