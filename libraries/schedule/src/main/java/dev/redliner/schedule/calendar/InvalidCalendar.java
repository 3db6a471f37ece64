package dev.redliner.schedule.calendar;

/** A text is no calendar that can be used as a whole. */
public final class InvalidCalendar extends Exception {
    private static final long serialVersionUID = 1;

    /** @param line the line of the text, from 1 */
    InvalidCalendar(int line, String problem) {
        super("line " + line + ": " + problem);
    }
}
