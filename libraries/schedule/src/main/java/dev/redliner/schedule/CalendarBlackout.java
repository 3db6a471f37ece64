package dev.redliner.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/**
 * A blackout during the events of a calendar.
 *
 * @param events the events
 * @param known their periods, earliest begin first, as the calendar was when {@link #with} was called; empty before
 */
public record CalendarBlackout(EventFilter events, List<BlackoutPeriod> known) implements Blackout {
    public CalendarBlackout {
        known = List.copyOf(known);
    }

    CalendarBlackout(EventFilter events) {
        this(events, List.of());
    }

    /** This blackout with the events as the calendars have them. */
    CalendarBlackout with(CalendarPeriods calendars, ZoneId zone) {
        return new CalendarBlackout(events, calendars.of(events, zone));
    }

    @Override
    public List<BlackoutPeriod> periods(ZoneId zone, Instant from, Instant until) {
        return known.stream()
                .takeWhile(it -> it.from().isBefore(until))
                .filter(it -> it.until().isAfter(from))
                .toList();
    }
}
