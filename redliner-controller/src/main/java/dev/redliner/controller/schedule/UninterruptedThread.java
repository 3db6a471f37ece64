package dev.redliner.controller.schedule;

import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/**
 * A daemon thread for db-scheduler that is never interrupted: an interrupt during a read or write of H2 closes the
 * database file for all other threads. db-scheduler interrupts its threads when it stops. Their loops end by themselves
 * within a poll interval.
 */
final class UninterruptedThread extends ScheduledThreadPoolExecutor {
    UninterruptedThread(String name) {
        super(1, task -> {
            var daemon = new Thread(task, name);
            daemon.setDaemon(true);
            return daemon;
        });
        setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        return List.of();
    }
}
