package dev.redliner.controller.api;

import dev.redliner.api.RunUpdate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The news that one reader has not received yet. Adding news never blocks. When the reader falls too far behind,
 * further news is discarded. The reader still receives the queued news, and then its stream ends. It can reconnect for
 * the rest.
 */
final class EventQueue {
    /** News items. An empty element wakes the waiting reader. */
    private final BlockingQueue<Optional<RunUpdate>> queue;

    private volatile boolean cut;

    EventQueue(int backlog) {
        this.queue = new LinkedBlockingQueue<>(backlog);
    }

    void put(RunUpdate news) {
        if (!cut && !queue.offer(Optional.of(news))) {
            cut = true;
        }
    }

    /** Ends the wait of the reader after it has read all queued news. */
    void wake() {
        // the reader of a full queue is not waiting
        boolean added = queue.offer(Optional.empty());
        cut = cut || !added;
    }

    /** The next news item; empty if none arrived in time, or if the reader was woken. */
    Optional<RunUpdate> take(Duration patience) throws InterruptedException {
        Optional<RunUpdate> next = cut ? queue.poll() : queue.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        return next == null ? Optional.empty() : next;
    }

    /** Whether the reader was too slow. Nothing more will arrive after the queue is empty. */
    boolean cut() {
        return cut;
    }
}
