package dev.redliner.schedule;

import dev.redliner.schedule.calendar.Occurrence;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The periods of the events of calendars at a moment. Each selection of events is computed once, and all schedules that
 * refer to it share the result: many schedules may refer to one large calendar. Thread-safe.
 */
public final class CalendarPeriods {
    private record Selection(EventFilter events, ZoneId zone) {}

    private final CalendarEvents calendars;
    private final Map<Selection, List<BlackoutPeriod>> computed = new ConcurrentHashMap<>();

    public CalendarPeriods(CalendarEvents calendars) {
        this.calendars = calendars;
    }

    /** The periods of the events, earliest begin first. */
    List<BlackoutPeriod> of(EventFilter events, ZoneId zone) {
        return computed.computeIfAbsent(new Selection(events, zone), this::compute);
    }

    private List<BlackoutPeriod> compute(Selection selection) {
        EventFilter events = selection.events();
        Map<String, Boolean> selected = new HashMap<>();
        Map<String, String> why = new HashMap<>();
        List<BlackoutPeriod> periods = new ArrayList<>();
        for (Occurrence event : calendars.of(events.calendar())) {
            if (selected.computeIfAbsent(event.summary(), summary -> event.summaryHas(events.summary()))) {
                periods.add(new BlackoutPeriod(
                        event.begin(selection.zone()),
                        event.end(selection.zone()),
                        why.computeIfAbsent(event.title(), title -> why(title, events.calendar()))));
            }
        }
        periods.sort(Comparator.comparing(BlackoutPeriod::from));
        return List.copyOf(periods);
    }

    private static String why(String title, String calendar) {
        return (title.isEmpty() ? "" : title + ", ") + "calendar " + calendar;
    }
}
