package dev.redliner.testbench.faults.campaign;

import java.time.Duration;
import java.time.Instant;

/**
 * A fault that happened.
 *
 * @param blow the plan of the fault
 * @param asked when causing it began
 * @param began when it was in effect: a process that was asked to end was gone
 * @param mended when mending it began
 * @param heard for an abort, whether the controller accepted it
 */
record InjectedFault(PlannedFault blow, Instant asked, Instant began, Instant mended, boolean heard) {
    FaultKind kind() {
        return blow.kind();
    }

    /** Whether the fault concerns a pool. */
    boolean strikes(int pool) {
        return !kind().ofOnePool() || blow.pool() == pool;
    }

    /** Whether the fault had lasted for at least this long at a moment, and was not mended yet. */
    boolean lasted(Duration atLeast, Instant at) {
        return at.isAfter(began.plus(atLeast)) && at.isBefore(mended);
    }
}
