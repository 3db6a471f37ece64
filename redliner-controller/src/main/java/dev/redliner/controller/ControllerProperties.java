package dev.redliner.controller;

import dev.redliner.controller.drive.DriverSettings;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.time.Duration;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the controller.
 *
 * @param name this controller's name in the journal, for people; default: process id and host name. What tells it from
 *     others is the name together with the moment it started, so a restarted controller may keep its name
 * @param renewEvery how often an order is renewed
 * @param orderValidFor how long an order holds without renewal; with Envoy's TTL it bounds how long a dead controller's
 *     share can last
 * @param watchValidFor how long collectors and analyzers watch without renewal
 * @param takeOverAfter how long another controller may be silent before its runs are taken over and restored
 * @param restoreOnStop how long a controller that is asked to stop waits for the traffic to be seen back
 * @param keepEvents how long after its end a run keeps the events of its journal; its report stays
 */
@ConfigurationProperties("redliner.controller")
public record ControllerProperties(
        Optional<String> name,
        @DefaultValue("1s") Duration renewEvery,
        @DefaultValue("3s") Duration orderValidFor,
        @DefaultValue("10s") Duration watchValidFor,
        @DefaultValue("15s") Duration takeOverAfter,
        @DefaultValue("10s") Duration restoreOnStop,
        @DefaultValue("7d") Duration keepEvents) {
    public ControllerProperties {
        if (keepEvents.toMinutes() < 60) {
            throw new IllegalArgumentException("redliner.controller.keep-events " + keepEvents + " is below 1h");
        }
    }

    /** The driver's part of it. */
    DriverSettings driver(boolean alone) {
        RuntimeMXBean process = ManagementFactory.getRuntimeMXBean();
        return new DriverSettings(
                name.orElseGet(process::getName) + "#" + Long.toString(process.getStartTime(), 36),
                renewEvery,
                orderValidFor,
                watchValidFor,
                takeOverAfter,
                alone,
                restoreOnStop);
    }
}
