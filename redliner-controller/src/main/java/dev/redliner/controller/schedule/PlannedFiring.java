package dev.redliner.controller.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A firing that is not due yet, with what will become of it as far as is known now: if the runs of its schedule before
 * it complete. Runs of other services, which may let it wait, are not foreseen.
 *
 * @param slot its local date and time
 * @param dueAt when it is due
 * @param fate what will become of it
 * @param reason why it will wait or be skipped, as a sentence; empty if its run will begin
 * @param beginsAt when its run will begin; null if that is not known, or none will begin
 */
public record PlannedFiring(LocalDateTime slot, Instant dueAt, Fate fate, String reason, @Nullable Instant beginsAt) {
    /** What will become of a firing. */
    public enum Fate {
        /** Its run begins when it is due. */
        RUNS,
        /** Its run begins later, within its window. */
        WAITS,
        /** No run begins. */
        SKIPPED
    }

    static PlannedFiring of(LocalDateTime slot, Instant dueAt, FiringDecision decision) {
        if (decision instanceof FiringDecision.Wait wait) {
            return new PlannedFiring(slot, dueAt, Fate.WAITS, wait.reason(), wait.known() ? wait.until() : null);
        }
        if (decision instanceof FiringDecision.Skip skip) {
            return new PlannedFiring(slot, dueAt, Fate.SKIPPED, skip.reason(), null);
        }
        return new PlannedFiring(slot, dueAt, Fate.RUNS, "", dueAt);
    }
}
