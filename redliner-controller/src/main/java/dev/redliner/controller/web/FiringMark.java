package dev.redliner.controller.web;

import dev.redliner.api.RunState;
import dev.redliner.controller.schedule.FiringState;
import dev.redliner.controller.schedule.PlannedFiring;
import dev.redliner.controller.schedule.ScheduleOverview;
import dev.redliner.controller.schedule.StoredFiring;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A firing in a picture of a day.
 *
 * @param x its place
 * @param kind {@code runs}, {@code waits} or {@code skipped} of one that comes; {@code running}, {@code measured},
 *     {@code ended} or {@code skipped} of a past one; {@code more} if further firings are not computed
 * @param title time and fate or outcome as text
 */
record FiringMark(double x, String kind, String title) {
    /**
     * The firings of a schedule.
     *
     * @param past its past firings
     * @param planned so many next firings are known; a schedule with as many may have more
     */
    static List<FiringMark> of(ScheduleOverview schedule, List<StoredFiring> past, int planned, DaySpan span) {
        Stream<FiringMark> before = past.stream()
                .filter(firing -> firing.state() != FiringState.WAITING && span.contains(firing.dueAt()))
                .map(firing -> past(firing, span));
        Stream<FiringMark> now = Stream.ofNullable(schedule.waiting())
                .filter(firing -> span.contains(firing.dueAt()))
                .map(firing -> mark("waits", firing.dueAt(), "Waits now", firing.words(), span));
        Stream<FiringMark> next = schedule.next().stream()
                .filter(firing -> span.contains(firing.dueAt()))
                .map(firing -> next(firing, span));
        return Stream.of(before, now, next, more(schedule.next(), planned, span))
                .flatMap(marks -> marks)
                .toList();
    }

    private static FiringMark past(StoredFiring firing, DaySpan span) {
        return mark(kind(firing), firing.dueAt(), ScheduleRow.sign(firing).words(), firing.words(), span);
    }

    private static String kind(StoredFiring firing) {
        if (firing.isWithoutRun()) {
            return "skipped";
        }
        String state = firing.runState();
        if (state == null || !RunState.valueOf(state).over()) {
            return "running";
        }
        return RunState.valueOf(state) == RunState.COMPLETED ? "measured" : "ended";
    }

    private static FiringMark next(PlannedFiring firing, DaySpan span) {
        String kind = firing.fate().name().toLowerCase(Locale.ROOT);
        return mark(kind, firing.dueAt(), ScheduleRow.fate(firing).words(), firing.reason(), span);
    }

    /** Only some next firings are computed. The picture must not look as if there were no others. */
    private static Stream<FiringMark> more(List<PlannedFiring> next, int planned, DaySpan span) {
        boolean cut = next.size() >= planned
                && span.contains(next.get(next.size() - 1).dueAt());
        return cut ? Stream.of(new FiringMark(DaySpan.RIGHT, "more", "further firings")) : Stream.of();
    }

    private static FiringMark mark(String kind, Instant due, String outcome, String reason, DaySpan span) {
        String title = span.words(due) + ": " + outcome + (reason.isEmpty() ? "" : ". " + reason);
        return new FiringMark(span.place(due), kind, title);
    }
}
