package dev.redliner.cli;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Closes a stream on which nothing arrives for too long: a connection can be lost without notice. */
final class SilenceGuard implements AutoCloseable {
    private final AtomicLong heardAt = new AtomicLong(System.nanoTime());
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "redliner-silence");
        thread.setDaemon(true);
        return thread;
    });

    /** @param close ends the reading in another thread; called once */
    SilenceGuard(Duration longest, Runnable close) {
        long nanos = longest.toNanos();
        timer.scheduleWithFixedDelay(
                () -> {
                    if (System.nanoTime() - heardAt.get() > nanos) {
                        timer.shutdown();
                        close.run();
                    }
                },
                nanos / 4,
                nanos / 4,
                TimeUnit.NANOSECONDS);
    }

    void heard() {
        heardAt.set(System.nanoTime());
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
