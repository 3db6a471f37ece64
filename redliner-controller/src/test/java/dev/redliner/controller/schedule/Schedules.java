package dev.redliner.controller.schedule;

import dev.redliner.schedule.InvalidSchedule;
import dev.redliner.schedule.ScheduleDefinition;
import dev.redliner.schedule.ScheduleYaml;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Schedules and surroundings for tests. */
final class Schedules {
    private Schedules() {}

    static String text(String name, String service, String... lines) {
        return "schedule: " + name + "\nservice: " + service + "\n" + String.join("\n", lines) + "\n";
    }

    static ScheduleDefinition parsed(String text) {
        try {
            return ScheduleYaml.parse(null, text);
        } catch (InvalidSchedule e) {
            throw new AssertionError(e.text(), e);
        }
    }

    /** Every day at 02:30 UTC, with a window of one hour. */
    static ScheduleDefinition nightly(String... lines) {
        return parsed(text("nightly", "checkout", "cron: \"30 2 * * *\"\nzone: UTC\n" + String.join("\n", lines)));
    }

    static ReadSchedule read(ScheduleDefinition definition, Instant consideredUntil) {
        return new ReadSchedule(
                new StoredSchedule(definition.name(), 1, "", false, consideredUntil, consideredUntil, null),
                definition);
    }

    static ServiceRecord service(String name) {
        return service(name, Optional.empty(), Optional.empty());
    }

    /** The service checkout, whose last run ended at an instant. */
    static ServiceRecord ended(Instant at) {
        return service("checkout", Optional.of(at), Optional.empty());
    }

    /** The service checkout with a redline. */
    static ServiceRecord measured(LastResult result) {
        return service("checkout", Optional.empty(), Optional.of(result));
    }

    private static ServiceRecord service(String name, Optional<Instant> ended, Optional<LastResult> result) {
        return new ServiceRecord(
                name,
                List.of(),
                Duration.ofMinutes(15),
                ended,
                ended,
                0,
                Optional.empty(),
                List::of,
                null,
                () -> result);
    }

    static Surroundings quiet(ServiceRecord... services) {
        return new Surroundings(
                Optional.empty(),
                Map.of(),
                Map.of(),
                java.util.Arrays.stream(services)
                        .collect(java.util.stream.Collectors.toMap(ServiceRecord::name, it -> it)),
                4,
                calendar -> Optional.empty(),
                Optional.empty());
    }
}
