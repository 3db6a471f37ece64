package dev.redliner.controller.notification;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the notifications. All controllers on a database should have the same.
 *
 * @param destinations the destinations by name: letters, digits, {@code -} and {@code _}
 * @param topic whether events are sent to the Kafka topic {@code redliner.events.out}
 * @param link address of the pages for people, such as {@code https://redliner.example}; empty: messages have no links
 * @param timeout time limit of one attempt, 1 s to 30 s
 * @param firstRetry pause after the first failed attempt, at least 1 s. It doubles after each further one
 * @param longestRetry longest pause between two attempts
 * @param giveUpAfter an event that is older than this after a failed attempt is given up, at least a minute
 * @param keepFailures how long events that were given up can be sent again, at least a day
 */
@ConfigurationProperties(prefix = "redliner.controller.notifications", ignoreUnknownFields = false)
public record NotificationSettings(
        @DefaultValue Map<String, DestinationSettings> destinations,
        @DefaultValue("true") boolean topic,
        @DefaultValue("") String link,
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("5s") Duration firstRetry,
        @DefaultValue("10m") Duration longestRetry,
        @DefaultValue("24h") Duration giveUpAfter,
        @DefaultValue("30d") Duration keepFailures) {
    /** The name of the destination that stands for the Kafka topic. */
    static final String TOPIC = "events-out";

    private static final String PREFIX = "redliner.controller.notifications.";

    public NotificationSettings {
        destinations = Map.copyOf(destinations);
        link = link.replaceFirst("/+$", "");
        destinations.forEach((name, destination) -> {
            require(
                    name.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}"),
                    "destinations: '" + name + "' is no name. Names have letters, digits, '-' and '_'");
            require(!name.equals(TOPIC), "destinations." + name + ": this name stands for the Kafka topic");
            destination.problem().ifPresent(problem -> require(false, "destinations." + name + problem));
        });
        require(
                link.isEmpty() || link.matches("https?://[^/?#@]+(/[^?#]*)?"),
                "link '" + link + "' is no address such as https://redliner.example");
        require(within(timeout, 1, 30), "timeout " + timeout + " is not within 1s to 30s");
        require(firstRetry.toMillis() >= 1_000, "first-retry " + firstRetry + " is below 1s");
        require(longestRetry.compareTo(firstRetry) >= 0, "longest-retry " + longestRetry + " is below first-retry");
        require(giveUpAfter.toSeconds() >= 60, "give-up-after " + giveUpAfter + " is below 1m");
        require(keepFailures.toDays() >= 1, "keep-failures " + keepFailures + " is below a day");
    }

    private static boolean within(Duration duration, long low, long high) {
        return duration.toMillis() >= low * 1_000 && duration.toMillis() <= high * 1_000;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(PREFIX + otherwise);
        }
    }
}
