package dev.redliner.schedule;

import dev.redliner.schedule.calendar.Occurrence;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;

/**
 * A blackout during the events of a calendar.
 *
 * @param events the events
 * @param known their periods, as the calendar was when it was {@link #with} it; empty before
 */
public record CalendarBlackout(EventFilter events, List<BlackoutPeriod> known) implements Blackout {
    public CalendarBlackout {
        known = List.copyOf(known);
    }

    CalendarBlackout(EventFilter events) {
        this(events, List.of());
    }

    /** This blackout with the events as the calendars have them. */
    CalendarBlackout with(CalendarEvents calendars, ZoneId zone) {
        return new CalendarBlackout(
                events,
                events.of(calendars).stream()
                        .map(it -> new BlackoutPeriod(it.begin(zone), it.end(zone), why(it)))
                        .sorted(Comparator.comparing(BlackoutPeriod::from))
                        .toList());
    }

    private String why(Occurrence event) {
        return event.summary().isEmpty()
                ? "calendar " + events.calendar()
                : event.title() + ", calendar " + events.calendar();
    }

    @Override
    public List<BlackoutPeriod> periods(ZoneId zone, Instant from, Instant until) {
        return known.stream()
                .filter(it -> it.from().isBefore(until) && it.until().isAfter(from))
                .toList();
    }
}
