package dev.redliner.controller.web;

import dev.redliner.controller.calendar.CalendarStatus;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A calendar, for the page of the schedules.
 *
 * @param state whether it can be relied on
 * @param readAt when it was read last, in ISO format; empty if it never was
 * @param next its next event, or the one of now, as text; empty if there is none
 * @param nextAt begin of that event, in ISO format; empty if it has no time zone
 * @param problem why it cannot be read or used; empty if it can
 */
record CalendarRow(
        String name,
        String location,
        Sign state,
        int events,
        String readAt,
        String next,
        String nextAt,
        String problem) {
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("EEE d MMM HH:mm", Locale.ENGLISH);

    static CalendarRow of(CalendarStatus calendar) {
        CalendarStatus.Event next =
                calendar.next().isEmpty() ? null : calendar.next().get(0);
        return new CalendarRow(
                calendar.name(),
                calendar.location(),
                sign(calendar),
                calendar.events(),
                calendar.readAt() == null ? "" : Figures.iso(calendar.readAt()),
                next == null ? "" : words(next),
                next == null || next.local() ? "" : Figures.iso(next.begin()),
                calendar.problem());
    }

    private static Sign sign(CalendarStatus calendar) {
        if (!calendar.usable()) {
            return new Sign("i-refuse", "bad", "No run begins");
        }
        return calendar.failingSince() == null
                ? new Sign("i-check", "ok", "Works")
                : new Sign("i-ask", "mid", "Cannot be read");
    }

    private static String words(CalendarStatus.Event event) {
        String when = event.local() ? LOCAL.format(LocalDateTime.ofInstant(event.begin(), ZoneOffset.UTC)) : "";
        return (event.summary() + " " + when).strip();
    }
}
