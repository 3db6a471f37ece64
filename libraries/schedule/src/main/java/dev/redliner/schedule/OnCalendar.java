package dev.redliner.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Slots at the begins of the events of a calendar.
 *
 * @param events the events
 * @param byDate the slots by their local date, as the calendar was when it was {@link #with} it; empty before
 */
public record OnCalendar(EventFilter events, NavigableMap<LocalDate, List<LocalDateTime>> byDate) implements Timing {
    public OnCalendar {
        byDate = new TreeMap<>(byDate);
    }

    OnCalendar(EventFilter events) {
        this(events, new TreeMap<>());
    }

    /** This timing with the events as the calendars have them. */
    OnCalendar with(CalendarEvents calendars, ZoneId zone) {
        NavigableMap<LocalDate, List<LocalDateTime>> slots = new TreeMap<>();
        events.of(calendars).stream()
                .map(it -> LocalDateTime.ofInstant(it.begin(zone), zone).truncatedTo(ChronoUnit.MINUTES))
                .distinct()
                .sorted()
                .forEach(slot -> slots.computeIfAbsent(slot.toLocalDate(), date -> new ArrayList<>())
                        .add(slot));
        return new OnCalendar(events, slots);
    }

    @Override
    public List<LocalDateTime> slots(LocalDate date) {
        return List.copyOf(byDate.getOrDefault(date, List.of()));
    }

    @Override
    public LocalDate lastDate() {
        return byDate.isEmpty() ? LocalDate.MIN : byDate.lastKey();
    }
}
