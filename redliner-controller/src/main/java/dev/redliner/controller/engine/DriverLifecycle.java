package dev.redliner.controller.engine;

import dev.redliner.contracts.StopOrder;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the driver last and stops it first. This is a separate bean without dependents. When Spring stops a bean, it
 * first stops all beans that depend on it, and the inbox depends on the driver. Without the inbox, the driver could not
 * see that its traffic is back.
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

    @Override
    public int getPhase() {
        return StopOrder.DRIVER;
    }
}
