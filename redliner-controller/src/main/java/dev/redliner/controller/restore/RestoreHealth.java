package dev.redliner.controller.restore;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Down while a restore was not seen in time. */
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
