package dev.redliner.controller;

import dev.redliner.controller.drive.RunDriver;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Down while this controller cannot decide: then its leases run out and no run may begin. */
final class ControllerHealth implements HealthIndicator {
    private final RunDriver driver;

    ControllerHealth(RunDriver driver) {
        this.driver = driver;
    }

    @Override
    public Health health() {
        Health.Builder health = driver.thinks() ? Health.up() : Health.down();
        return health.withDetail("activeRuns", driver.activeRuns()).build();
    }
}
