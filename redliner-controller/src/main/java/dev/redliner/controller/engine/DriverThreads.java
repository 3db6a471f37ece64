package dev.redliner.controller.engine;

import dev.redliner.controller.thread.DatabaseThread;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The threads of a driver. Each executes one task at a time, in order.
 *
 * @param loop makes the decisions of runs
 * @param renewer renews orders and watches while the run thread is responsive
 * @param persister writes to the database
 * @param rebuilder reads the journals of runs that were taken over
 */
public record DriverThreads(
        ScheduledExecutorService loop,
        ScheduledExecutorService renewer,
        ScheduledExecutorService persister,
        ScheduledExecutorService rebuilder) {

    private static final String NAME = "redliner-controller-";

    /** Creates the threads of this process. */
    static DriverThreads started() {
        return new DriverThreads(
                DatabaseThread.named(NAME + "decide"),
                DatabaseThread.named(NAME + "renew"),
                DatabaseThread.named(NAME + "keep"),
                DatabaseThread.named(NAME + "rebuild"));
    }
}
