package dev.redliner.controller.notification;

import java.time.Duration;
import java.time.InstantSource;

/** Deletes failures that are too old to be sent again. */
public final class NotificationRetention {
    private final DestinationTable table;
    private final Duration keep;
    private final InstantSource clock;

    NotificationRetention(DestinationTable table, Duration keep, InstantSource clock) {
        this.table = table;
        this.keep = keep;
        this.clock = clock;
    }

    public void apply() {
        table.removeFailures(clock.instant().minus(keep));
    }
}
