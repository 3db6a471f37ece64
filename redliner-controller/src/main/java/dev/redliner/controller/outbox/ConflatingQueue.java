package dev.redliner.controller.outbox;

import dev.redliner.contracts.Topics;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The queue of records to send, so that callers do not wait for Kafka. It holds the newest record of each topic and
 * key. Orders come before all other records. Within each group, the record that waits longest comes first. A record
 * that a newer one replaces counts as lost in transit, which every receiver of orders tolerates. Safe for use by
 * several threads.
 */
final class ConflatingQueue {
    private final Map<String, PendingRecord> orders = new LinkedHashMap<>();
    private final Map<String, PendingRecord> others = new LinkedHashMap<>();
    private boolean carrying;
    private boolean closed;

    /** Adds a record, unless a newer one of the same key is already waiting. Never blocks. */
    synchronized void put(PendingRecord parcel) {
        Map<String, PendingRecord> lane = parcel.topic().equals(Topics.REDIRECTS) ? orders : others;
        String key = parcel.topic() + '/' + parcel.key();
        PendingRecord waiting = lane.get(key);
        if (waiting == null || !waiting.isNewerThan(parcel)) {
            lane.put(key, parcel);
            notifyAll();
        }
    }

    /**
     * Waits for the next record, and marks the one before as processed. Empty when the queue is closed and no record is
     * left.
     */
    synchronized Optional<PendingRecord> take() throws InterruptedException {
        carrying = false;
        notifyAll();
        while (orders.isEmpty() && others.isEmpty()) {
            if (closed) {
                return Optional.empty();
            }
            wait();
        }
        carrying = true;
        Iterator<PendingRecord> next =
                (orders.isEmpty() ? others : orders).values().iterator();
        PendingRecord parcel = next.next();
        next.remove();
        return Optional.of(parcel);
    }

    /** Waits until the queue is empty and its last record has been processed. */
    synchronized void awaitNone() throws InterruptedException {
        while (carrying || !orders.isEmpty() || !others.isEmpty()) {
            wait();
        }
    }

    /** Closes the queue: waiting records are still delivered, and then {@link #take} returns empty. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
