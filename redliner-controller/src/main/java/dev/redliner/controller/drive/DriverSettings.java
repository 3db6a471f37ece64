package dev.redliner.controller.drive;

import java.time.Duration;

/**
 * The pace of a driver.
 *
 * @param owner this controller's name, unique among those that share a database
 * @param renewEvery how often an order is renewed
 * @param orderValidFor how long an order holds without renewal
 * @param watchValidFor how long a watch holds without renewal
 * @param takeOverAfter how long another controller may be silent before its runs are taken over and restored
 * @param alone whether no other controller can share the database: whatever is left over is then nobody's
 * @param restoreOnStop how long a controller that is asked to stop waits for the traffic to be seen back
 */
public record DriverSettings(
        String owner,
        Duration renewEvery,
        Duration orderValidFor,
        Duration watchValidFor,
        Duration takeOverAfter,
        boolean alone,
        Duration restoreOnStop) {
    /** At most half of the promised 30 s are left: clocks may be off by as much as an order is valid. */
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
