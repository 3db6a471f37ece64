package dev.redliner.controller.schedule;

import dev.redliner.schedule.ScheduleDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A schedule with what comes next.
 *
 * @param stored the schedule as it is stored
 * @param definition its definition; null if this version cannot read it
 * @param problem why it cannot be read; empty if it can
 * @param waiting its firing that is due and whose run could not begin yet; null if there is none
 * @param next its next firings, earliest first
 * @param warning why a run at the next firing is not likely to reach the redline; empty if nothing is known against it
 */
public record ScheduleOverview(
        StoredSchedule stored,
        @Nullable ScheduleDefinition definition,
        String problem,
        @Nullable StoredFiring waiting,
        List<PlannedFiring> next,
        String warning) {
    public ScheduleOverview {
        next = List.copyOf(next);
    }
}
