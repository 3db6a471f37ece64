package dev.redliner.controller.thread;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor.AbortPolicy;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A single thread for work on the database. It is never interrupted: an interrupt during a read or write of H2 closes
 * the database file for all other threads.
 */
public final class DatabaseThread {
    private static final Logger log = LoggerFactory.getLogger(DatabaseThread.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private DatabaseThread() {}

    /**
     * Creates a daemon thread with this name. After it is ended, tasks that were scheduled for later are not executed.
     */
    public static ScheduledExecutorService named(String name) {
        return named(name, 1, new AbortPolicy());
    }

    /** Creates several threads like {@link #named}, so that a task that hangs delays no other. */
    public static ScheduledExecutorService several(String name, int threads) {
        return named(name, threads, new AbortPolicy());
    }

    /** Creates a thread like {@link #named}. Tasks that it receives after its end are dropped silently. */
    public static ScheduledExecutorService discarding(String name) {
        return named(name, 1, new DiscardPolicy());
    }

    private static ScheduledExecutorService named(String name, int threads, RejectedExecutionHandler afterTheEnd) {
        ThreadFactory daemons = task -> {
            var daemon = new Thread(task, name);
            daemon.setDaemon(true);
            return daemon;
        };
        var thread = new ScheduledThreadPoolExecutor(threads, daemons, afterTheEnd);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return thread;
    }

    /**
     * Ends the thread, and waits for a moment until its tasks have finished. A task that takes longer is left to finish
     * on its own.
     */
    public static void end(ExecutorService thread) {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("{} is blocked by the database; not waiting for its end", thread);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
