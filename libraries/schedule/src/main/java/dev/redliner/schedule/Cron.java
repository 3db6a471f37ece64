package dev.redliner.schedule;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Slots that repeat: a cron expression of five fields, evaluated on local dates and times. The first field is one
 * minute, because no service is measured more often than once an hour.
 *
 * @param text the expression as the user wrote it
 * @param minute the minute of the hour, 0 to 59
 * @param hours the hours of the day, 0 to 23
 * @param days the days of the month, 1 to 31
 * @param months the months, 1 to 12
 * @param weekdays the days of the week, Monday 1 to Sunday 7
 */
public record Cron(
        String text,
        int minute,
        SortedSet<Integer> hours,
        SortedSet<Integer> days,
        SortedSet<Integer> months,
        SortedSet<Integer> weekdays)
        implements Timing {
    private static final int ALL_DAYS = 31;
    private static final int ALL_WEEKDAYS = DayOfWeek.values().length;
    /** A leap year: the 29th of February is a date. */
    private static final int LEAP_YEAR = 2028;

    public Cron {
        hours = new TreeSet<>(hours);
        days = new TreeSet<>(days);
        months = new TreeSet<>(months);
        weekdays = new TreeSet<>(weekdays);
        if (days.size() < ALL_DAYS && weekdays.size() < ALL_WEEKDAYS) {
            throw new IllegalArgumentException("the day of the month and the day of the week are both limited");
        }
        if (!hasDate(days, months)) {
            throw new IllegalArgumentException("no month of '" + text + "' has such a day");
        }
    }

    private static boolean hasDate(SortedSet<Integer> days, SortedSet<Integer> months) {
        return months.stream()
                .anyMatch(month ->
                        days.first() <= LocalDate.of(LEAP_YEAR, month, 1).lengthOfMonth());
    }

    /**
     * Parses an expression such as {@code 30 2 * * *}.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static Cron parse(String text) {
        String[] fields = text.strip().split("\\s+");
        if (fields.length != 5) {
            throw new IllegalArgumentException(
                    "'" + text + "' has " + fields.length + (fields.length == 1 ? " field" : " fields")
                            + " and not five: minute, hour, day of the month, month, day of the week");
        }
        SortedSet<Integer> minutes = CronField.MINUTE.parse(fields[0]);
        if (minutes.size() > 1) {
            throw new IllegalArgumentException(
                    "'" + fields[0] + "' is due " + minutes.size() + " times an hour; once an hour is the most");
        }
        return new Cron(
                text.strip(),
                minutes.first(),
                CronField.HOUR.parse(fields[1]),
                CronField.DAY.parse(fields[2]),
                CronField.MONTH.parse(fields[3]),
                CronField.weekdays(fields[4]));
    }

    @Override
    public List<LocalDateTime> slots(LocalDate date) {
        boolean due = months.contains(date.getMonthValue())
                && days.contains(date.getDayOfMonth())
                && weekdays.contains(date.getDayOfWeek().getValue());
        return due ? hours.stream().map(hour -> date.atTime(hour, minute)).toList() : List.of();
    }

    @Override
    public LocalDate lastDate() {
        return LocalDate.MAX;
    }
}
