package dev.redliner.schedule;

/** Schedules for tests. */
final class Schedules {
    private Schedules() {}

    static ScheduleDefinition of(String... lines) {
        try {
            return ScheduleYaml.parse(null, "schedule: nightly\nservice: checkout\n" + String.join("\n", lines));
        } catch (InvalidSchedule e) {
            throw new AssertionError(e.text(), e);
        }
    }

    static ScheduleDefinition cron(String cron, String zone) {
        return of("cron: \"" + cron + "\"", "zone: " + zone);
    }
}
