package dev.redliner.controller.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A firing that was due.
 *
 * @param schedule the schedule
 * @param slot its local date and time
 * @param service the service to measure
 * @param dueAt when it was due
 * @param beginBy a run that has not begun until then does not begin
 * @param state its state
 * @param reason why it waits or was skipped, or the circumstances of its start, as a sentence; may be empty
 * @param attemptedAt when its start was attempted last; null before, and after an attempt that was refused
 * @param decidedAt when its run began or it was skipped; null while it waits
 * @param run its run; null if none began
 * @param runState the state of the run; null if there is none
 * @param cause what let it fire, as a sentence; empty if its schedule has slots
 */
public record StoredFiring(
        String schedule,
        LocalDateTime slot,
        String service,
        Instant dueAt,
        Instant beginBy,
        FiringState state,
        String reason,
        @Nullable Instant attemptedAt,
        @Nullable Instant decidedAt,
        @Nullable String run,
        @Nullable String runState,
        String cause) {

    static StoredFiring waiting(
            String schedule, LocalDateTime slot, String service, Instant dueAt, Instant beginBy, String reason) {
        return new StoredFiring(
                schedule, slot, service, dueAt, beginBy, FiringState.WAITING, reason, null, null, null, null, "");
    }

    /** Whether no run began. */
    public boolean isWithoutRun() {
        return state == FiringState.SKIPPED || state == FiringState.OMITTED;
    }

    StoredFiring because(String what) {
        return new StoredFiring(
                schedule, slot, service, dueAt, beginBy, state, reason, attemptedAt, decidedAt, run, runState, what);
    }

    /** What let it fire, and why it waits or was skipped. */
    public String words() {
        return (cause + " " + reason).strip();
    }

    StoredFiring skipped(String why, Instant now) {
        return withoutRun(FiringState.SKIPPED, why, now);
    }

    StoredFiring omitted(String why, Instant now) {
        return withoutRun(FiringState.OMITTED, why, now);
    }

    private StoredFiring withoutRun(FiringState decided, String why, Instant now) {
        return new StoredFiring(schedule, slot, service, dueAt, beginBy, decided, why, null, now, null, null, cause);
    }

    StoredFiring attempted(Instant now) {
        return new StoredFiring(
                schedule, slot, service, dueAt, beginBy, FiringState.WAITING, reason, now, null, null, null, cause);
    }

    StoredFiring waits(String why) {
        return new StoredFiring(
                schedule, slot, service, dueAt, beginBy, FiringState.WAITING, why, null, null, null, null, cause);
    }

    StoredFiring started(String runId, Instant now) {
        return new StoredFiring(
                schedule,
                slot,
                service,
                dueAt,
                beginBy,
                FiringState.STARTED,
                reason,
                attemptedAt,
                now,
                runId,
                null,
                cause);
    }

    /** The caller that the run's journal and the audit log name. */
    String who() {
        return "schedule " + schedule;
    }
}
