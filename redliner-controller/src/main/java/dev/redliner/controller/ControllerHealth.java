package dev.redliner.controller;

import dev.redliner.controller.drive.RunDriver;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Down while this controller cannot decide, so that its leases run out, or cannot write what it decided; no run may begin. */
final class ControllerHealth implements HealthIndicator {
    private final RunDriver driver;

    ControllerHealth(RunDriver driver) {
        this.driver = driver;
    }

    @Override
    public Health health() {
        String unwritten = driver.unwritten();
        Health.Builder health = driver.thinks() && unwritten.isEmpty() ? Health.up() : Health.down();
        if (!unwritten.isEmpty()) {
            health.withDetail("journal", unwritten);
        }
        return health.withDetail("activeRuns", driver.activeRuns()).build();
    }
}
