package dev.redliner.controller.calendar;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A calendar as it is now.
 *
 * @param name its name
 * @param location where it is read, without what may be a secret
 * @param usable whether runs of schedules that refer to it may begin
 * @param problem why it is not usable, or why the newest attempt to read it failed; empty if neither
 * @param readAt when it was read last; null if it never was
 * @param changedAt when its text changed last; null if it was never read
 * @param failingSince since when it cannot be read; null if it can
 * @param events number of its events, each with all of its occurrences
 * @param next the next occurrences, or those of now, earliest first
 */
public record CalendarStatus(
        String name,
        String location,
        boolean usable,
        String problem,
        @Nullable Instant readAt,
        @Nullable Instant changedAt,
        @Nullable Instant failingSince,
        int events,
        List<Event> next) {
    public CalendarStatus {
        next = List.copyOf(next);
    }

    /**
     * An occurrence of an event.
     *
     * @param begin its begin; times without a zone are shown as if they were in UTC
     * @param end its end
     * @param local whether the event has no time zone, so that it begins at this local time in the zone of each schedule
     * @param summary its title; may be empty
     */
    public record Event(Instant begin, Instant end, boolean local, String summary) {}
}
