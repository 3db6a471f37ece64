package dev.redliner.schedule.calendar;

import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One occurrence of an event. If a clock change makes its end ambiguous, it ends later: no run may be active in it.
 *
 * @param begin local date and time of its begin
 * @param end local date and time of its end, not before the begin
 * @param exact its length if that is one of elapsed time; zero if it ends by the clock
 * @param rules the rules of the event's time zone; null if the event has none, such as one of whole days
 * @param summary the title of the event; may be empty
 */
public record Occurrence(
        LocalDateTime begin, LocalDateTime end, Duration exact, @Nullable ZoneRules rules, String summary) {
    private static final int SHORT = 100;

    /** @param zone the time zone of events that have none */
    public Instant begin(ZoneId zone) {
        return LocalInstants.of(begin, in(zone));
    }

    /** @param zone the time zone of events that have none */
    public Instant end(ZoneId zone) {
        Instant byClock = LocalInstants.latest(end, in(zone));
        Instant elapsed = begin(zone).plus(exact);
        return elapsed.isAfter(byClock) ? elapsed : byClock;
    }

    private ZoneRules in(ZoneId zone) {
        return rules == null ? zone.getRules() : rules;
    }

    /** The summary, not too long for a sentence. */
    public String title() {
        return summary.length() > SHORT ? summary.substring(0, SHORT) + "..." : summary;
    }

    /**
     * Whether the summary contains a text. Upper and lower case, kinds of spaces and ways to write an accent make no
     * difference. Every summary contains the empty text.
     */
    public boolean summaryHas(String text) {
        return plain(summary).contains(plain(text));
    }

    private static String plain(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC)
                .replaceAll("[\\s\\u00a0]+", " ")
                .strip()
                .toLowerCase(Locale.ROOT);
    }
}
