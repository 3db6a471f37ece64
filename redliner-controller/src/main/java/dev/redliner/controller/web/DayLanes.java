package dev.redliner.controller.web;

import dev.redliner.controller.schedule.ScheduleOverview;
import dev.redliner.controller.schedule.StoredFiring;
import dev.redliner.schedule.ScheduleDefinition;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A day as lanes, one for each schedule with a firing or a blackout in it: its blackouts, its past firings and those
 * that come.
 *
 * @param lanes the lanes, the schedule that fires next first
 * @param hours the marks of the time
 * @param now the place of the present
 * @param height of the picture
 * @param words the finding as text
 */
record DayLanes(List<Lane> lanes, List<Curve.Mark> hours, double now, double height, String words) {
    private static final int MOST = 12;
    private static final double TOP = 26;
    private static final double LANE = 26;
    private static final int LONGEST_NAME = 26;

    /**
     * A lane.
     *
     * @param name the schedule, shortened if it is too long
     * @param y the place of its middle
     * @param blackouts its blackouts
     * @param firings its firings
     */
    record Lane(String name, double y, List<Period> blackouts, List<FiringMark> firings) {}

    /** A blackout. */
    record Period(double x, double width, String title) {}

    /**
     * The lanes of some schedules, or nothing if none of them has anything to draw.
     *
     * @param schedules the schedules, the one that fires next first
     * @param total the number of schedules with those that are not given
     * @param past the past firings by schedule
     * @param planned so many next firings of each schedule are known
     */
    static Optional<DayLanes> of(
            List<ScheduleOverview> schedules,
            int total,
            Map<String, List<StoredFiring>> past,
            int planned,
            Instant now,
            ZoneId zone) {
        DaySpan span = DaySpan.around(now, zone);
        List<Lane> lanes = new ArrayList<>();
        for (ScheduleOverview schedule : schedules) {
            String name = schedule.stored().name();
            List<FiringMark> firings = FiringMark.of(schedule, past.getOrDefault(name, List.of()), planned, span);
            List<Period> blackouts = blackouts(schedule.definition(), span);
            if (lanes.size() < MOST && !(firings.isEmpty() && blackouts.isEmpty())) {
                lanes.add(new Lane(shortened(name), TOP + (lanes.size() + 0.5) * LANE, blackouts, firings));
            }
        }
        double height = TOP + lanes.size() * LANE;
        return lanes.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new DayLanes(lanes, span.hours(), span.place(now), height, words(lanes.size(), total, zone)));
    }

    private static List<Period> blackouts(@Nullable ScheduleDefinition schedule, DaySpan span) {
        return schedule == null
                ? List.of()
                : schedule.blackouts(span.from(), span.until()).stream()
                        .map(it -> new Period(
                                span.place(it.from()), span.width(it.from(), it.until()), "Blackout: " + it.why()))
                        .toList();
    }

    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    }

    private static String words(int lanes, int schedules, ZoneId zone) {
        return (lanes == schedules ? "All schedules" : lanes + " of " + schedules + " schedules") + ", from "
                + DaySpan.BACK.toHours() + " hours ago to " + DaySpan.AHEAD.toHours()
                + " hours ahead. Hours are in " + zone.getId() + ".";
    }
}
