package dev.redliner.standalone.faults.campaign;

import java.time.Duration;
import java.time.Instant;

/**
 * A fault that happened.
 *
 * @param blow what was drawn
 * @param asked when it was set about
 * @param began when it had begun: a process that was asked to end was gone
 * @param mended when it was about to be mended
 * @param heard for an abort, whether the controller took it
 */
record Struck(Blow blow, Instant asked, Instant began, Instant mended, boolean heard) {
    FaultKind kind() {
        return blow.kind();
    }

    /** Whether it concerns a pool. */
    boolean strikes(int pool) {
        return !kind().ofOnePool() || blow.pool() == pool;
    }

    /** Whether it had lasted for so long at that moment, and was not mended yet. */
    boolean lasted(Duration atLeast, Instant at) {
        return at.isAfter(began.plus(atLeast)) && at.isBefore(mended);
    }
}
