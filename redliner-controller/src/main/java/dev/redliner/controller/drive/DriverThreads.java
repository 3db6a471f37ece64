package dev.redliner.controller.drive;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

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

    /** Threads of this process. */
    static DriverThreads started() {
        return new DriverThreads(
                Executors.newSingleThreadScheduledExecutor(named("decide")),
                Executors.newSingleThreadScheduledExecutor(named("renew")),
                Executors.newSingleThreadScheduledExecutor(named("keep")),
                Executors.newSingleThreadScheduledExecutor(named("rebuild")));
    }

    /** Lets it finish what it has for a moment. */
    static void end(ExecutorService executor) {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(2, TimeUnit.SECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static ThreadFactory named(String name) {
        return task -> {
            var thread = new Thread(task, "redliner-controller-" + name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
