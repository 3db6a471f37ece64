package dev.redliner.controller.web;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The hours around the present that a picture of firings shows, from left to right. The next firing of each daily
 * schedule is among them.
 *
 * @param zone the time zone of its hours
 */
record DaySpan(Instant from, Instant until, ZoneId zone) {
    static final double LEFT = 190;
    static final double RIGHT = 950;

    static final Duration BACK = Duration.ofHours(6);
    static final Duration AHEAD = Duration.ofHours(24);

    private static final int MARK_EVERY_HOURS = 3;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

    static DaySpan around(Instant now, ZoneId zone) {
        Instant hour = now.truncatedTo(ChronoUnit.HOURS);
        return new DaySpan(hour.minus(BACK), hour.plus(AHEAD).plus(Duration.ofHours(1)), zone);
    }

    /** An instant as text, with its time zone. */
    String words(Instant at) {
        return TIME.format(at.atZone(zone)) + " " + zone.getId();
    }

    boolean contains(Instant at) {
        return !at.isBefore(from) && at.isBefore(until);
    }

    /** The place of an instant; one outside of the span is at its edge. */
    double place(Instant at) {
        double part = (double) Duration.between(from, at).toMillis()
                / Duration.between(from, until).toMillis();
        return tenths(LEFT + Math.min(1, Math.max(0, part)) * (RIGHT - LEFT));
    }

    double width(Instant begin, Instant end) {
        return tenths(place(end) - place(begin));
    }

    /** Every third hour of the day. */
    List<Curve.Mark> hours() {
        List<Curve.Mark> marks = new ArrayList<>();
        for (Instant at = from; !at.isAfter(until); at = at.plus(Duration.ofHours(1))) {
            ZonedDateTime time = at.atZone(zone);
            if (time.getHour() % MARK_EVERY_HOURS == 0) {
                marks.add(new Curve.Mark(place(at), HOUR.format(time)));
            }
        }
        return marks;
    }

    private static double tenths(double place) {
        return Math.round(place * 10) / 10.0;
    }
}
