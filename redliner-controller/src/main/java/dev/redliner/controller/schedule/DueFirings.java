package dev.redliner.controller.schedule;

import dev.redliner.schedule.Firing;
import dev.redliner.schedule.Firings;
import dev.redliner.schedule.ScheduleDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The firings of a schedule that became due. Usually it is one. After all controllers, or the database, were away, there
 * may be many, and only the newest can lead to a run. Pure.
 */
final class DueFirings {
    /** After a year without a controller, an hourly schedule does not need all of its firings in the history. */
    private static final int MOST_KEPT = 1000;

    private DueFirings() {}

    /** The firings that were due since the last ones were stored, as they are to be stored, earliest first. */
    static List<StoredFiring> since(ReadSchedule schedule, Instant now) {
        ScheduleDefinition definition = schedule.definition();
        List<Firing> due = new Firings(definition).between(schedule.stored().consideredUntil(), now);
        List<Firing> kept = due.subList(Math.max(0, due.size() - MOST_KEPT), due.size());
        var found = new ArrayList<StoredFiring>();
        for (int i = 0; i < kept.size(); i++) {
            boolean newest = i == kept.size() - 1;
            found.add(newest ? newest(definition, kept.get(i), now) : older(definition, kept.get(i), now));
        }
        return found;
    }

    private static StoredFiring newest(ScheduleDefinition schedule, Firing firing, Instant now) {
        if (!missed(schedule, firing, now)) {
            return waiting(schedule, firing, firing.due().plus(schedule.window()), "");
        }
        return switch (schedule.misfire()) {
            case SKIP -> older(schedule, firing, now);
            case RUN_ONCE ->
                waiting(
                        schedule,
                        firing,
                        now.plus(schedule.window()),
                        "No controller could decide about it when it was due, so it is made up for.");
        };
    }

    private static StoredFiring older(ScheduleDefinition schedule, Firing firing, Instant now) {
        String why = missed(schedule, firing, now)
                ? "Its window ended at " + firing.due().plus(schedule.window())
                        + ", and no controller could decide about it before."
                : "The next firing of the schedule is due.";
        return waiting(schedule, firing, firing.due().plus(schedule.window()), "")
                .skipped(why, now);
    }

    private static boolean missed(ScheduleDefinition schedule, Firing firing, Instant now) {
        return now.isAfter(firing.due().plus(schedule.window()));
    }

    private static StoredFiring waiting(ScheduleDefinition schedule, Firing firing, Instant beginBy, String reason) {
        return StoredFiring.waiting(schedule.name(), firing.slot(), schedule.service(), firing.due(), beginBy, reason);
    }
}
