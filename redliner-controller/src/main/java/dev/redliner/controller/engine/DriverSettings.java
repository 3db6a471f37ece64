package dev.redliner.controller.engine;

import java.time.Duration;

/**
 * Timing of a driver.
 *
 * @param owner this controller's name, unique among the controllers that share a database
 * @param renewEvery interval at which an order is renewed
 * @param orderValidFor how long an order holds without renewal
 * @param watchValidFor how long a watch holds without renewal
 * @param takeOverAfter how long another controller may be silent before its runs are taken over and restored
 * @param alone whether no other controller can share the database. Every run that is left over then has no owner
 * @param restoreOnStop how long a stopping controller waits until the traffic is observed back on its baseline
 */
public record DriverSettings(
        String owner,
        Duration renewEvery,
        Duration orderValidFor,
        Duration watchValidFor,
        Duration takeOverAfter,
        boolean alone,
        Duration restoreOnStop) {
    /** Just under half of the promised 30 s, because clocks may differ by as much as the validity of an order. */
    private static final Duration LONGEST_ORDER = Duration.ofSeconds(14);

    public DriverSettings {
        if (orderValidFor.compareTo(LONGEST_ORDER) > 0) {
            throw new IllegalArgumentException("redliner.controller.order-valid-for " + orderValidFor + " is above "
                    + LONGEST_ORDER
                    + ": with a clock offset of as much and Envoy's TTL a share could last for longer than"
                    + " the promised 30 s");
        }
        if (orderValidFor.compareTo(renewEvery.multipliedBy(2)) < 0) {
            throw new IllegalArgumentException("redliner.controller.order-valid-for " + orderValidFor
                    + " must be at least twice redliner.controller.renew-every " + renewEvery
                    + ", or one late renewal ends a lease");
        }
    }
}
