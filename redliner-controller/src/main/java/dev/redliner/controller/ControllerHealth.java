package dev.redliner.controller;

import dev.redliner.controller.engine.RunDriver;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.BooleanSupplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports DOWN in each of these cases, in which no run may begin:
 * <ul>
 * <li>the controller cannot decide, so its leases expire;
 * <li>it does not read verdicts and reports;
 * <li>it cannot write its decisions to the database.
 * </ul>
 */
final class ControllerHealth implements HealthIndicator {
    private final RunDriver driver;
    private final BooleanSupplier reads;

    /** @param reads whether the inbox reads from Kafka */
    ControllerHealth(RunDriver driver, BooleanSupplier reads, MeterRegistry meters) {
        this.driver = driver;
        this.reads = reads;
        Gauge.builder("redliner.controller.healthy", this, it -> it.works() ? 1 : 0)
                .description(
                        "Health of the controller: 1 while it decides, reads Kafka and can write to its database, otherwise 0")
                .register(meters);
    }

    private boolean works() {
        return driver.isResponsive()
                && reads.getAsBoolean()
                && driver.unwritten().isEmpty();
    }

    @Override
    public Health health() {
        Health.Builder health = works() ? Health.up() : Health.down();
        String unwritten = driver.unwritten();
        if (!unwritten.isEmpty()) {
            health.withDetail("journal", unwritten);
        }
        if (!driver.isResponsive()) {
            health.withDetail("deciding", "the run thread is blocked");
        }
        if (!reads.getAsBoolean()) {
            health.withDetail("inbox", "verdicts and reports are not read");
        }
        return health.withDetail("activeRuns", driver.activeRuns()).build();
    }
}
