package dev.redliner.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Slots at the begins of the events of a calendar.
 *
 * @param events the events
 * @param byDate the slots by their local date, as the calendar was when {@link #with} was called; empty before
 */
public record OnCalendar(EventFilter events, NavigableMap<LocalDate, List<LocalDateTime>> byDate) implements Timing {
    public OnCalendar {
        byDate = new TreeMap<>(byDate);
    }

    OnCalendar(EventFilter events) {
        this(events, new TreeMap<>());
    }

    /** This timing with the events as the calendars have them. */
    OnCalendar with(CalendarPeriods calendars, ZoneId zone) {
        return new OnCalendar(
                events,
                calendars.of(events, zone).stream()
                        .map(it -> LocalDateTime.ofInstant(it.from(), zone).truncatedTo(ChronoUnit.MINUTES))
                        .distinct()
                        .sorted()
                        .collect(Collectors.groupingBy(
                                LocalDateTime::toLocalDate, TreeMap::new, Collectors.toUnmodifiableList())));
    }

    @Override
    public List<LocalDateTime> slots(LocalDate date) {
        return byDate.getOrDefault(date, List.of());
    }

    @Override
    public LocalDate lastDate() {
        return byDate.isEmpty() ? LocalDate.MIN : byDate.lastKey();
    }
}
