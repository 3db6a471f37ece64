package dev.redliner.controller.api;

import dev.redliner.controller.drive.RunNews;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * News on its way to one reader. Whoever brings news is never made to wait: when the reader falls too far behind, no
 * more is taken, what is there is still read, and then the stream ends; the reader can come back for the rest.
 */
final class EventQueue {
    private final BlockingQueue<RunNews> queue;
    private volatile boolean cut;

    EventQueue(int backlog) {
        this.queue = new LinkedBlockingQueue<>(backlog);
    }

    void put(RunNews news) {
        if (!cut && !queue.offer(news)) {
            cut = true;
        }
    }

    /** The next one; empty when none came in this time. */
    Optional<RunNews> take(Duration patience) throws InterruptedException {
        return Optional.ofNullable(cut ? queue.poll() : queue.poll(patience.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Whether the reader was too slow, so that nothing more will come once the queue is empty. */
    boolean cut() {
        return cut;
    }
}
