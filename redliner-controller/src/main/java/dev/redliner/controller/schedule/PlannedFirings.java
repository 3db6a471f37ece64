package dev.redliner.controller.schedule;

import dev.redliner.schedule.Firing;
import dev.redliner.schedule.ScheduleDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What will become of the next firings of a schedule. Pure. */
final class PlannedFirings {
    private PlannedFirings() {}

    /**
     * The firings with their fates. Each run that will begin counts as completed for the firings after it.
     *
     * @param paused whether the schedule is paused
     * @param firings its next firings in order
     */
    static List<PlannedFiring> of(
            ScheduleDefinition schedule, boolean paused, List<Firing> firings, Surroundings later) {
        List<PlannedFiring> planned = new ArrayList<>();
        Surroundings around = later;
        for (Firing firing : firings) {
            Instant beginBy = firing.due().plus(schedule.window());
            FiringDecision decision = FiringDecision.of(schedule, paused, beginBy, around, firing.due());
            PlannedFiring next = PlannedFiring.of(firing.slot(), firing.due(), decision);
            planned.add(next);
            ServiceRecord service = around.services().get(schedule.service());
            Instant begins = next.beginsAt();
            if (begins != null && service != null) {
                around = around.after(service, begins);
            }
        }
        return planned;
    }
}
