package dev.redliner.controller.drive;

import org.springframework.context.SmartLifecycle;

/**
 * Starts the driver last and stops it first. A bean of its own, on which no other depends: a bean that is stopped takes
 * all that depend on it along first, and the inbox depends on the driver. Without the inbox nothing would show the driver
 * that its traffic is back.
 */
public final class DriverLifecycle implements SmartLifecycle {
    private final RunDriver driver;

    public DriverLifecycle(RunDriver driver) {
        this.driver = driver;
    }

    @Override
    public void start() {
        driver.start();
    }

    @Override
    public void stop() {
        driver.stop();
    }

    @Override
    public boolean isRunning() {
        return driver.runs();
    }

    /** The other parts are in lower phases. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
