package dev.redliner.contracts;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Creates a part's topics as soon as Kafka takes them, which may be long after the part's start: tries on a thread of
 * its own until it succeeded once. It knows no Kafka; the attempt does.
 */
public final class TopicCreation implements AutoCloseable {
    private final Runnable attempt;
    private final Duration pause;
    private final Consumer<Throwable> failed;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean done;

    /**
     * @param part names the thread
     * @param attempt creates the topics, or throws; those that are there already are no failure
     * @param pause between two attempts
     * @param failed hears why an attempt failed
     */
    public TopicCreation(String part, Runnable attempt, Duration pause, Consumer<Throwable> failed) {
        this.attempt = attempt;
        this.pause = pause;
        this.failed = failed;
        this.thread = new Thread(this::run, part + "-topics");
        thread.setDaemon(true);
    }

    /** Begins; call it once. */
    public void start() {
        thread.start();
    }

    /** Whether an attempt succeeded. */
    public boolean isDone() {
        return done;
    }

    private void run() {
        try {
            do {
                done = succeeds();
            } while (!done && !closed.await(pause.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            // it is being closed
            Thread.currentThread().interrupt();
        }
    }

    private boolean succeeds() {
        try {
            attempt.run();
            return true;
        } catch (RuntimeException | Error e) {
            if (closed.getCount() > 0) {
                failed.accept(e);
            }
            return false;
        }
    }

    /** Tries no more. */
    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
    }
}
