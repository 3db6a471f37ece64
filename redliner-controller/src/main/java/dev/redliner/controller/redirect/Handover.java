package dev.redliner.controller.redirect;

import dev.redliner.contracts.Topics;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What waits to be sent, so that those who order need not wait for Kafka: the newest of each topic and key, the one that
 * waits longest first, and orders before all else. What a newer one replaces is as good as lost on the way, which
 * everybody who hears orders bears. Safe for several threads.
 */
final class Handover {
    private final Map<String, Parcel> orders = new LinkedHashMap<>();
    private final Map<String, Parcel> others = new LinkedHashMap<>();
    private boolean carrying;
    private boolean closed;

    /** Takes one in, unless a newer one of the same key waits already. Never waits. */
    synchronized void put(Parcel parcel) {
        Map<String, Parcel> lane = parcel.topic().equals(Topics.REDIRECTS) ? orders : others;
        String key = parcel.topic() + '/' + parcel.key();
        Parcel waiting = lane.get(key);
        if (waiting == null || !waiting.isNewerThan(parcel)) {
            lane.put(key, parcel);
            notifyAll();
        }
    }

    /** Waits for the next one; empty when it is closed and nothing is left. The one before is done with. */
    synchronized Optional<Parcel> take() throws InterruptedException {
        carrying = false;
        notifyAll();
        while (orders.isEmpty() && others.isEmpty()) {
            if (closed) {
                return Optional.empty();
            }
            wait();
        }
        carrying = true;
        Iterator<Parcel> next = (orders.isEmpty() ? others : orders).values().iterator();
        Parcel parcel = next.next();
        next.remove();
        return Optional.of(parcel);
    }

    /** Waits until nothing waits any more and the last one is done with. */
    synchronized void awaitNone() throws InterruptedException {
        while (carrying || !orders.isEmpty() || !others.isEmpty()) {
            wait();
        }
    }

    /** What waits is still taken; then there is no more. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
