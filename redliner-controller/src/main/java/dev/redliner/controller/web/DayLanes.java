package dev.redliner.controller.web;

import dev.redliner.controller.schedule.FiringState;
import dev.redliner.controller.schedule.PlannedFiring;
import dev.redliner.controller.schedule.ScheduleOverview;
import dev.redliner.controller.schedule.StoredFiring;
import dev.redliner.schedule.BlackoutPeriod;
import dev.redliner.schedule.ScheduleDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A day as lanes, one for each schedule with a firing or a blackout in it: its blackouts, its past firings and those
 * that come. Hours are in UTC.
 *
 * @param lanes the lanes, the schedule that fires next first
 * @param hours the marks of the time
 * @param now the place of the present
 * @param height of the picture
 * @param words the finding as text
 */
record DayLanes(List<Lane> lanes, List<Curve.Mark> hours, double now, double height, String words) {
    static final double LEFT = 190;
    static final double RIGHT = 950;

    private static final Duration BACK = Duration.ofHours(6);
    private static final Duration SPAN = Duration.ofHours(24);
    private static final int MOST = 12;
    private static final double TOP = 26;
    private static final double LANE = 26;
    private static final int MARK_EVERY_HOURS = 3;
    private static final int LONGEST_NAME = 26;

    /**
     * A lane.
     *
     * @param name the schedule, shortened if it is too long
     * @param y the place of its middle
     * @param blackouts its blackouts
     * @param firings its firings
     */
    record Lane(String name, double y, List<Period> blackouts, List<Mark> firings) {}

    /** A blackout. */
    record Period(double x, double width, String title) {}

    /**
     * A firing.
     *
     * @param kind {@code runs}, {@code waits} or {@code skipped} of one that comes; {@code measured}, {@code ended} or
     *     {@code skipped} of a past one; {@code more} if further firings are not computed
     * @param title slot and fate or outcome as text
     */
    record Mark(double x, String kind, String title) {}

    /**
     * The lanes of some schedules, or nothing if none of them has anything to draw.
     *
     * @param schedules the schedules, the one that fires next first
     * @param past the past firings by schedule
     * @param planned so many next firings of each schedule are known; a schedule with as many may have more
     */
    static Optional<DayLanes> of(
            List<ScheduleOverview> schedules, Map<String, List<StoredFiring>> past, int planned, Instant now) {
        Instant from = now.truncatedTo(ChronoUnit.HOURS).minus(BACK);
        var time = new Time(from, from.plus(SPAN));
        List<Lane> lanes = new ArrayList<>();
        for (ScheduleOverview schedule : schedules) {
            ScheduleDefinition definition = schedule.definition();
            List<Mark> firings =
                    firings(schedule, past.getOrDefault(schedule.stored().name(), List.of()), planned, time);
            List<Period> blackouts = definition == null ? List.of() : blackouts(definition, time);
            if (lanes.size() < MOST && !(firings.isEmpty() && blackouts.isEmpty())) {
                String name = schedule.stored().name();
                lanes.add(new Lane(shortened(name), TOP + (lanes.size() + 0.5) * LANE, blackouts, firings));
            }
        }
        return lanes.isEmpty()
                ? Optional.empty()
                : Optional.of(new DayLanes(
                        lanes,
                        hours(time),
                        time.place(now),
                        TOP + lanes.size() * LANE,
                        words(lanes, schedules.size())));
    }

    /** The drawn time. */
    private record Time(Instant from, Instant until) {
        boolean contains(Instant at) {
            return !at.isBefore(from) && at.isBefore(until);
        }

        double place(Instant at) {
            double part = (double) Duration.between(from, at).toMillis() / SPAN.toMillis();
            return Math.round((LEFT + Math.min(1, Math.max(0, part)) * (RIGHT - LEFT)) * 10) / 10.0;
        }
    }

    private static List<Mark> firings(ScheduleOverview schedule, List<StoredFiring> past, int planned, Time time) {
        Stream<Mark> before = past.stream()
                .filter(firing -> firing.state() != FiringState.WAITING && time.contains(firing.dueAt()))
                .map(firing -> new Mark(
                        time.place(firing.dueAt()),
                        kind(firing),
                        title(
                                ScheduleRow.slot(firing.slot()),
                                ScheduleRow.sign(firing).words(),
                                firing.words())));
        StoredFiring waiting = schedule.waiting();
        Stream<Mark> due = waiting == null || !time.contains(waiting.dueAt())
                ? Stream.of()
                : Stream.of(new Mark(
                        time.place(waiting.dueAt()),
                        "waits",
                        title(ScheduleRow.slot(waiting.slot()), "Waits now", waiting.words())));
        List<PlannedFiring> next = schedule.next();
        Stream<Mark> later = next.stream()
                .filter(firing -> time.contains(firing.dueAt()))
                .map(firing -> new Mark(
                        time.place(firing.dueAt()),
                        firing.fate().name().toLowerCase(Locale.ROOT),
                        title(
                                ScheduleRow.slot(firing.slot()),
                                ScheduleRow.fate(firing).words(),
                                firing.reason())));
        return Stream.of(before, due, later, Stream.ofNullable(more(next, planned, time)))
                .flatMap(marks -> marks)
                .toList();
    }

    /** Only some next firings are computed. The lane must not look as if there were no others. */
    private static @Nullable Mark more(List<PlannedFiring> next, int planned, Time time) {
        if (next.size() < planned) {
            return null;
        }
        Instant last = next.get(next.size() - 1).dueAt();
        return time.contains(last) ? new Mark(RIGHT, "more", "further firings") : null;
    }

    private static String kind(StoredFiring firing) {
        if (firing.state() == FiringState.SKIPPED) {
            return "skipped";
        }
        return ScheduleRow.sign(firing).mood().equals("ok") ? "measured" : "ended";
    }

    private static List<Period> blackouts(ScheduleDefinition schedule, Time time) {
        return schedule.blackouts(time.from(), time.until()).stream()
                .map(blackout -> period(blackout, time))
                .toList();
    }

    private static Period period(BlackoutPeriod blackout, Time time) {
        double from = time.place(blackout.from());
        return new Period(
                from, Math.round((time.place(blackout.until()) - from) * 10) / 10.0, "Blackout: " + blackout.why());
    }

    private static List<Curve.Mark> hours(Time time) {
        List<Curve.Mark> marks = new ArrayList<>();
        for (Instant at = time.from(); !at.isAfter(time.until()); at = at.plus(Duration.ofHours(1))) {
            int hour = at.atOffset(ZoneOffset.UTC).getHour();
            if (hour % MARK_EVERY_HOURS == 0) {
                marks.add(new Curve.Mark(time.place(at), String.format(Locale.ROOT, "%02d:00", hour)));
            }
        }
        return marks;
    }

    private static String title(String slot, String outcome, String reason) {
        return slot + ": " + outcome + (reason.isEmpty() ? "" : ". " + reason);
    }

    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    }

    private static String words(List<Lane> lanes, int schedules) {
        return (lanes.size() == schedules ? "All schedules" : lanes.size() + " of " + schedules + " schedules")
                + " from " + BACK.toHours() + " hours ago to "
                + SPAN.minus(BACK).toHours()
                + " hours ahead. The table has the next firings in words.";
    }
}
