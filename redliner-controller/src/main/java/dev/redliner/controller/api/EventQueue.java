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
    /** News; or empty, to wake who waits. */
    private final BlockingQueue<Optional<RunNews>> queue;

    private volatile boolean cut;

    EventQueue(int backlog) {
        this.queue = new LinkedBlockingQueue<>(backlog);
    }

    void put(RunNews news) {
        if (!cut && !queue.offer(Optional.of(news))) {
            cut = true;
        }
    }

    /** Ends the wait of the reader once it has read all that is there. */
    void wake() {
        // the reader of a full queue does not wait
        boolean added = queue.offer(Optional.empty());
        cut = cut || !added;
    }

    /** The next one; empty when none came in this time, or the reader was woken. */
    Optional<RunNews> take(Duration patience) throws InterruptedException {
        Optional<RunNews> next = cut ? queue.poll() : queue.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        return next == null ? Optional.empty() : next;
    }

    /** Whether the reader was too slow, so that nothing more will come once the queue is empty. */
    boolean cut() {
        return cut;
    }
}
