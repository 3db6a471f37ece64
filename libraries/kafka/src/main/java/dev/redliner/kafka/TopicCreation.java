package dev.redliner.kafka;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Creates the topics of a part as soon as Kafka accepts them, which may be long after the start of the part. Retries on
 * a separate thread until one attempt succeeds. This class has no dependency on Kafka; the attempt has.
 */
public final class TopicCreation implements AutoCloseable {
    private final Runnable attempt;
    private final Duration pause;
    private final Consumer<Throwable> failed;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean done;

    /**
     * @param part the part's name, used in the name of the thread
     * @param attempt creates the topics or throws; topics that exist already are no failure
     * @param pause between two attempts
     * @param failed receives the cause of a failed attempt
     */
    public TopicCreation(String part, Runnable attempt, Duration pause, Consumer<Throwable> failed) {
        this.attempt = attempt;
        this.pause = pause;
        this.failed = failed;
        this.thread = new Thread(this::run, part + "-topics");
        thread.setDaemon(true);
    }

    /** Starts the attempts. Call this method once. */
    public void start() {
        thread.start();
    }

    /** Whether an attempt has succeeded. */
    public boolean isDone() {
        return done;
    }

    private void run() {
        try {
            do {
                done = succeeds();
            } while (!done && !closed.await(pause.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            // close() was called
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

    /** Ends the attempts. */
    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
    }
}
