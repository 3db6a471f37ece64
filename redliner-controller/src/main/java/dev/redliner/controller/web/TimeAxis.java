package dev.redliner.controller.web;

import dev.redliner.controller.web.Curve.Mark;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The time's axis of a picture.
 *
 * @param from its begin
 * @param to its end, at least a second later
 * @param zone the time zone of its days
 */
record TimeAxis(Instant from, Instant to, ZoneId zone) {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);
    private static final int MARKS = 6;
    /** So that a mark at an end of the axis is whole. */
    private static final double INSET = 10;

    /** The place of an instant; instants outside of the axis are at its end. */
    double place(Instant at) {
        return scale().place(at.getEpochSecond());
    }

    private Scale scale() {
        return new Scale(from.getEpochSecond(), to.getEpochSecond(), Curve.LEFT + INSET, Curve.RIGHT - INSET, 1);
    }

    /** Some days, each once. */
    List<Mark> days() {
        List<Mark> marks = new ArrayList<>();
        long span = to.getEpochSecond() - from.getEpochSecond();
        String before = "";
        for (int i = 0; i < MARKS; i++) {
            // the end is not in the axis any more
            Instant at = from.plusSeconds(Math.min(span - 1, span * i / (MARKS - 1)));
            String text = day(at);
            if (!text.equals(before)) {
                marks.add(new Mark(place(at), text));
            }
            before = text;
        }
        return marks;
    }

    String day(Instant at) {
        return DAY.format(at.atZone(zone));
    }
}
