package dev.redliner.controller;

import dev.redliner.controller.thread.DatabaseThread;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Periodic tasks that no run waits for, on a separate thread. A task that fails is retried after its usual pause. */
final class Upkeep implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(Upkeep.class);

    /**
     * A periodic task.
     *
     * @param name the name in the log
     * @param every the pause between the end of one execution and the start of the next
     */
    record Task(String name, Duration every, Runnable work) {}

    private final List<Task> tasks;
    private final ScheduledExecutorService thread = DatabaseThread.named("redliner-controller-upkeep");
    private volatile boolean running;

    Upkeep(List<Task> tasks) {
        this.tasks = List.copyOf(tasks);
    }

    @Override
    public void start() {
        running = true;
        for (Task task : tasks) {
            thread.scheduleWithFixedDelay(() -> once(task), 0, task.every().toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static void once(Task task) {
        try {
            task.work().run();
        } catch (RuntimeException | Error e) {
            log.warn("{} failed: {}; retrying in {}", task.name(), e.toString(), task.every());
        }
    }

    @Override
    public void stop() {
        running = false;
        DatabaseThread.end(thread);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
