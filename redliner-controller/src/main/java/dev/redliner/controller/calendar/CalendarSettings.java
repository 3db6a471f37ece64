package dev.redliner.controller.calendar;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the calendars. All controllers on a database should have the same.
 *
 * @param sources the calendars by name: letters, digits, {@code -} and {@code _}
 * @param refresh how often each calendar is read, at least 10 s. A file is also read when it has changed
 * @param staleAfter no run of a schedule begins if one of its calendars was not read for this long; at least
 *     {@code refresh}, 30 days at most
 * @param timeout time limit for reading a calendar from its address, 1 s to 2 min
 */
@ConfigurationProperties(prefix = "redliner.controller.calendars", ignoreUnknownFields = false)
public record CalendarSettings(
        @DefaultValue Map<String, CalendarSource> sources,
        @DefaultValue("15m") Duration refresh,
        @DefaultValue("24h") Duration staleAfter,
        @DefaultValue("30s") Duration timeout) {
    public CalendarSettings {
        sources = Map.copyOf(sources);
        sources.forEach((name, source) -> {
            require(
                    name.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}"),
                    "sources: '" + name + "' is no name. Names have letters, digits, '-' and '_'");
            source.problem().ifPresent(problem -> require(false, "sources." + name + problem));
        });
        require(refresh.toSeconds() >= 10, "refresh " + refresh + " is below 10s");
        require(staleAfter.compareTo(refresh) >= 0, "stale-after " + staleAfter + " is below refresh");
        require(staleAfter.compareTo(Duration.ofDays(30)) <= 0, "stale-after " + staleAfter + " is above 30d");
        require(
                timeout.toSeconds() >= 1 && timeout.compareTo(Duration.ofMinutes(2)) <= 0,
                "timeout " + timeout + " is not within 1s to 2m");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("redliner.controller.calendars." + otherwise);
        }
    }
}
