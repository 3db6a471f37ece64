package dev.redliner.schedule;

/**
 * Some events of a calendar.
 *
 * @param calendar the name of the calendar
 * @param summary the events whose summary contains this text, in upper or lower case; empty: all
 */
public record EventFilter(String calendar, String summary) {
    static final int LONGEST_SUMMARY = 100;

    public EventFilter {
        if (!calendar.matches(ScheduleDefinition.NAME)) {
            throw new IllegalArgumentException("'" + calendar + "' is not a name");
        }
        if (summary.length() > LONGEST_SUMMARY) {
            throw new IllegalArgumentException("events is longer than " + LONGEST_SUMMARY + " characters");
        }
    }

    /** The events in words, such as {@code calendar acme-changes, events with "freeze"}. */
    public String words() {
        return "calendar " + calendar + (summary.isEmpty() ? "" : ", events with \"" + summary + "\"");
    }
}
