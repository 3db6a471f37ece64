package dev.redliner.controller.api;

import dev.redliner.controller.schedule.FiringState;
import dev.redliner.controller.schedule.StoredFiring;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A firing that was due.
 *
 * @param schedule the schedule
 * @param slot its local date and time, such as 2026-12-01T02:30
 * @param service the service to measure
 * @param dueAt when it was due
 * @param beginBy a run that has not begun until then does not begin
 * @param state whether it waits, was started, skipped or omitted
 * @param reason what let it fire, if its schedule has no slots, and why it waits or was skipped, in sentences; may be
 *     empty
 * @param decidedAt when its run began or it was skipped; null while it waits
 * @param run its run; null if none began
 * @param runState the state of its run; null if there is none
 */
record FiringView(
        String schedule,
        @Schema(example = "2026-12-01T02:30") String slot,
        String service,
        Instant dueAt,
        Instant beginBy,
        FiringState state,
        String reason,
        @Nullable Instant decidedAt,
        @Nullable String run,
        @Nullable String runState) {
    static FiringView of(StoredFiring firing) {
        return new FiringView(
                firing.schedule(),
                firing.slot().toString(),
                firing.service(),
                firing.dueAt(),
                firing.beginBy(),
                firing.state(),
                firing.words(),
                firing.decidedAt(),
                firing.run(),
                firing.runState());
    }
}
