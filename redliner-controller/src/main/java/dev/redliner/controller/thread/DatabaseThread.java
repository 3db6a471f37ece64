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
 * One thread that works on the database. It is never interrupted: an interrupt that meets H2 in the middle of a read or a
 * write closes the database file under all other threads.
 */
public final class DatabaseThread {
    private static final Logger log = LoggerFactory.getLogger(DatabaseThread.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private DatabaseThread() {}

    /** A daemon thread of this name. After its end it begins nothing that was scheduled for later. */
    public static ScheduledExecutorService named(String name) {
        return named(name, new AbortPolicy());
    }

    /** The same; tasks that it is given after its end are dropped without a word. */
    public static ScheduledExecutorService discarding(String name) {
        return named(name, new DiscardPolicy());
    }

    private static ScheduledExecutorService named(String name, RejectedExecutionHandler afterTheEnd) {
        ThreadFactory daemons = task -> {
            var daemon = new Thread(task, name);
            daemon.setDaemon(true);
            return daemon;
        };
        var thread = new ScheduledThreadPoolExecutor(1, daemons, afterTheEnd);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return thread;
    }

    /** Waits for a moment until it finished the tasks that it has. A task that takes longer is left to end by itself. */
    public static void end(ExecutorService thread) {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("the database holds {} up; it is left to end by itself", thread);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
