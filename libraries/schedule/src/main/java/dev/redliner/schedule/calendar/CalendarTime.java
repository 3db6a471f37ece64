package dev.redliner.schedule.calendar;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * A date, or a date and time, as a property has it.
 *
 * @param local the local date and time; of a date its first instant
 * @param date whether it is a date without a time
 * @param rules the rules of its time zone; null if it has none
 */
record CalendarTime(LocalDateTime local, boolean date, @Nullable ZoneRules rules) {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("uuuuMMdd").withResolverStyle(ResolverStyle.STRICT);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HHmmss").withResolverStyle(ResolverStyle.STRICT);
    private static final String NOTATION = "([0-9]{8})(?:T([0-9]{6})(Z?))?";

    /**
     * Parses a value such as {@code 20261201} or {@code 20261201T023000Z}.
     *
     * @param zoned the rules of a time that is not in UTC; null: it has none
     */
    static CalendarTime parse(ContentLine line, String value, @Nullable ZoneRules zoned) throws InvalidCalendar {
        String text = value.strip();
        if (!text.matches(NOTATION)) {
            throw line.problem("'" + shortened(text) + "' is no date or time such as 20261201T023000Z");
        }
        try {
            LocalDate day = LocalDate.parse(text.substring(0, 8), DATE);
            if (text.length() == 8) {
                return new CalendarTime(day.atStartOfDay(), true, null);
            }
            LocalTime time = LocalTime.parse(text.substring(9, 15), TIME);
            return new CalendarTime(day.atTime(time), false, text.endsWith("Z") ? ZoneOffset.UTC.getRules() : zoned);
        } catch (DateTimeException e) {
            throw line.problem("'" + shortened(text) + "' does not exist");
        }
    }

    /** The local date and time of this in another time zone. Times without a zone are local in every zone. */
    LocalDateTime in(@Nullable ZoneRules other) {
        if (rules == null || other == null || rules.equals(other)) {
            return local;
        }
        Instant instant = LocalInstants.of(local, rules);
        return LocalDateTime.ofInstant(instant, other.getOffset(instant));
    }

    private static String shortened(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }
}
