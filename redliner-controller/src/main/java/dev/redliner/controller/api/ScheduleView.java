package dev.redliner.controller.api;

import dev.redliner.controller.schedule.ScheduleOverview;
import dev.redliner.controller.schedule.StoredFiring;
import dev.redliner.schedule.ScheduleDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A schedule, for programs.
 *
 * @param name its name
 * @param service the service that it measures; null if the text cannot be read
 * @param revision counts up with each change; this is the ETag
 * @param paused whether it fires nothing until it is resumed
 * @param updatedAt when it was last changed
 * @param updatedBy the caller that changed it; null if it was not recorded
 * @param definition the contents of its YAML, as JSON; empty if the text is not YAML
 * @param problem why it fires nothing until it is corrected and applied again; null if it can be read
 * @param warning why a run at the next firing is not likely to reach the redline; null if nothing is known against it
 * @param waiting its firing that is due and whose run could not begin yet; null if there is none
 * @param next its next firings, earliest first
 */
record ScheduleView(
        String name,
        @Nullable String service,
        long revision,
        boolean paused,
        Instant updatedAt,
        @Nullable String updatedBy,
        Map<String, Object> definition,
        @Nullable String problem,
        @Nullable String warning,
        @Nullable FiringView waiting,
        List<PlannedFiringView> next) {
    static ScheduleView of(ScheduleOverview schedule) {
        ScheduleDefinition definition = schedule.definition();
        StoredFiring waiting = schedule.waiting();
        return new ScheduleView(
                schedule.stored().name(),
                definition == null ? null : definition.service(),
                schedule.stored().revision(),
                schedule.stored().paused(),
                schedule.stored().updatedAt(),
                schedule.stored().updatedBy(),
                ServiceView.definition(schedule.stored().text()),
                schedule.problem().isEmpty() ? null : schedule.problem(),
                schedule.warning().isEmpty() ? null : schedule.warning(),
                waiting == null ? null : FiringView.of(waiting),
                schedule.next().stream().map(PlannedFiringView::of).toList());
    }
}
