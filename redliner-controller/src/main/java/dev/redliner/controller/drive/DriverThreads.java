package dev.redliner.controller.drive;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * What a driver works on: each does one thing at a time, in order.
 *
 * @param decider where runs decide
 * @param renewer what renews orders and watches while the decider is alive
 * @param keeper what writes to the database
 */
public record DriverThreads(
        ScheduledExecutorService decider, ScheduledExecutorService renewer, ExecutorService keeper) {

    /** Threads of this process. */
    static DriverThreads started() {
        return new DriverThreads(
                Executors.newSingleThreadScheduledExecutor(named("decide")),
                Executors.newSingleThreadScheduledExecutor(named("renew")),
                Executors.newSingleThreadExecutor(named("keep")));
    }

    private static ThreadFactory named(String name) {
        return task -> {
            var thread = new Thread(task, "redliner-controller-" + name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
