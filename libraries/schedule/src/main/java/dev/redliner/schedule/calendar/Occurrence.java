package dev.redliner.schedule.calendar;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One occurrence of an event.
 *
 * @param begin local date and time of its begin
 * @param end local date and time of its end, not before the begin
 * @param rules the rules of the event's time zone; null if the event has none, such as one of whole days
 * @param summary the title of the event; may be empty
 */
public record Occurrence(LocalDateTime begin, LocalDateTime end, @Nullable ZoneRules rules, String summary) {
    /** @param zone the time zone of events that have none */
    public Instant begin(ZoneId zone) {
        return LocalInstants.of(begin, in(zone));
    }

    /** @param zone the time zone of events that have none */
    public Instant end(ZoneId zone) {
        return LocalInstants.of(end, in(zone));
    }

    private ZoneRules in(ZoneId zone) {
        return rules == null ? zone.getRules() : rules;
    }

    /** Whether the summary contains a text, in upper or lower case. Every summary contains the empty text. */
    public boolean summaryHas(String text) {
        return summary.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
    }
}
