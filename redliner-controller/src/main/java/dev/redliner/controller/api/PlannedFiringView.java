package dev.redliner.controller.api;

import dev.redliner.controller.schedule.PlannedFiring;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A firing that is not due yet.
 *
 * @param slot its local date and time, such as 2026-12-01T02:30
 * @param dueAt when it is due
 * @param fate whether its run will begin, wait or be skipped, as far as is known now
 * @param reason why it will wait or be skipped, as a sentence; empty if its run will begin
 * @param beginsAt when its run will begin; null if that is not known, or none will begin
 */
record PlannedFiringView(
        @Schema(example = "2026-12-01T02:30") String slot,
        Instant dueAt,
        PlannedFiring.Fate fate,
        String reason,
        @Nullable Instant beginsAt) {
    static PlannedFiringView of(PlannedFiring firing) {
        return new PlannedFiringView(
                firing.slot().toString(), firing.dueAt(), firing.fate(), firing.reason(), firing.beginsAt());
    }
}
