package dev.redliner.service;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a run. Users may declare a narrower range only, see {@link LimitsSection}. That range changes between
 * versions, and definitions that were stored under earlier ranges are still read.
 *
 * @param maxDuration from the start to the beginning of the restore
 * @param harmBudget bad requests beyond the host's normal number, as a fraction of the requests that the SUT served in
 *     the run
 * @param unknownFor how long a run may hold without usable evidence before it restores
 * @param settledFor how long the SUT's process must have been running before a run. After a start, caches are cold and
 *     code is not compiled yet, and a person who restarts a host is working on it
 * @param peersMayGrow additional load that the peers can carry, as a fraction of their load, as declared by their
 *     operator; null: not declared, so their CPU must be measured
 * @param restartsUnseen whether the operator accepts that the start times of the SUT's processes are not reported, so
 *     that a restart is not detected
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
        // a definition that was stored without one of these limits gets its default
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

    /** Limits without the declarations that replace measurements. */
    public Limits(Duration maxDuration, double harmBudget, Duration unknownFor, Duration settledFor) {
        this(maxDuration, harmBudget, unknownFor, settledFor, null, false);
    }

    /** These limits for hosts whose peers always have capacity and that never restart, such as simulated hosts. */
    public Limits ofSimulatedHosts() {
        return new Limits(maxDuration, harmBudget, unknownFor, settledFor, 10.0, true);
    }
}
