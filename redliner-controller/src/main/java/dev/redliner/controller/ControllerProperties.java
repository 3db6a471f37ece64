package dev.redliner.controller;

import dev.redliner.controller.engine.DriverSettings;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.time.Duration;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the controller.
 *
 * @param name this controller's name in the journal, for people; default: process id and host name. The name and the
 *     start time together identify a controller, so a restarted controller may keep its name
 * @param renewEvery interval at which an order is renewed
 * @param orderValidFor how long an order holds without renewal; together with Envoy's TTL it bounds how long the share
 *     of a dead controller can last
 * @param watchValidFor how long collectors and analyzers watch a pool without renewal
 * @param takeOverAfter how long another controller may be silent before its runs are taken over and restored
 * @param restoreOnStop how long a stopping controller waits until the traffic is observed back on its baseline
 * @param keepEvents how long the events of a run stay in the journal after its end; the report of the run stays
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
    private static final Duration SOONEST_TAKEOVER = Duration.ofSeconds(5);

    public ControllerProperties {
        if (keepEvents.toMinutes() < 60) {
            throw new IllegalArgumentException("redliner.controller.keep-events " + keepEvents + " is below 1h");
        }
        if (renewEvery.isNegative() || renewEvery.isZero()) {
            throw new IllegalArgumentException("redliner.controller.renew-every " + renewEvery + " is not above zero");
        }
        if (watchValidFor.compareTo(renewEvery.multipliedBy(2)) < 0) {
            throw new IllegalArgumentException("redliner.controller.watch-valid-for " + watchValidFor
                    + " must be at least twice redliner.controller.renew-every " + renewEvery
                    + ", or one late renewal ends a watch");
        }
        if (takeOverAfter.compareTo(SOONEST_TAKEOVER) < 0) {
            throw new IllegalArgumentException("redliner.controller.take-over-after " + takeOverAfter + " is below "
                    + SOONEST_TAKEOVER + ", and a controller reports every 2 s that it is alive");
        }
        if (restoreOnStop.isNegative()) {
            throw new IllegalArgumentException(
                    "redliner.controller.restore-on-stop " + restoreOnStop + " is below zero");
        }
    }

    /** The settings of the driver. */
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
