package dev.redliner.controller.drive;

import dev.redliner.controller.thread.DatabaseThread;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What a driver works on: each does one thing at a time, in order.
 *
 * @param decider where runs decide
 * @param renewer what renews orders and watches while the decider is alive
 * @param keeper what writes to the database
 * @param rebuilder what reads the journals of runs that were taken over
 */
public record DriverThreads(
        ScheduledExecutorService decider,
        ScheduledExecutorService renewer,
        ScheduledExecutorService keeper,
        ScheduledExecutorService rebuilder) {

    private static final String NAME = "redliner-controller-";

    /** Threads of this process. */
    static DriverThreads started() {
        return new DriverThreads(
                DatabaseThread.named(NAME + "decide"),
                DatabaseThread.named(NAME + "renew"),
                DatabaseThread.named(NAME + "keep"),
                DatabaseThread.named(NAME + "rebuild"));
    }
}
