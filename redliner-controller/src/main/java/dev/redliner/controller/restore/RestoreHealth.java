package dev.redliner.controller.restore;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Down while a restore that was not seen in time is outstanding. */
final class RestoreHealth implements HealthIndicator {
    private final RestoreAlarm alarm;

    RestoreHealth(RestoreAlarm alarm) {
        this.alarm = alarm;
    }

    @Override
    public Health health() {
        var alarms = alarm.alarms();
        return alarms.isEmpty()
                ? Health.up().build()
                : Health.down().withDetail("notRestored", alarms).build();
    }
}
