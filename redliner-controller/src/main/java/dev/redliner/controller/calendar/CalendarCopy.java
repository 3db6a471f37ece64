package dev.redliner.controller.calendar;

import dev.redliner.schedule.calendar.ICalendar;
import dev.redliner.schedule.calendar.InvalidCalendar;
import dev.redliner.schedule.calendar.Occurrence;
import java.time.LocalDate;
import java.util.List;

/**
 * The last good copy of a calendar with its occurrences around a day.
 *
 * @param revision that of the stored text
 * @param calendar the parsed text
 * @param day the day around which the occurrences are
 * @param occurrences those that overlap with the time from 40 days before until 400 days after the day
 */
record CalendarCopy(long revision, ICalendar calendar, LocalDate day, List<Occurrence> occurrences) {
    private static final int DAYS_BEFORE = 40;
    private static final int DAYS_AFTER = 400;

    CalendarCopy {
        occurrences = List.copyOf(occurrences);
    }

    static CalendarCopy of(long revision, ICalendar calendar, LocalDate day) throws InvalidCalendar {
        return new CalendarCopy(
                revision, calendar, day, calendar.occurrences(day.minusDays(DAYS_BEFORE), day.plusDays(DAYS_AFTER)));
    }
}
