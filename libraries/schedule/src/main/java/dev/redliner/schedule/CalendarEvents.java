package dev.redliner.schedule;

import dev.redliner.schedule.calendar.Occurrence;
import java.util.List;

/** Access to the calendars that schedules refer to. */
@FunctionalInterface
public interface CalendarEvents {
    /** The occurrences of a calendar's events, for about the next year; empty if there is no such calendar. */
    List<Occurrence> of(String calendar);
}
