package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The request counts that one Envoy's reporter sends of one subject, put in the order of their sequence. A batch whose
 * predecessor is missing waits for it, so that reordered batches fall into the same ticks as ordered ones.
 */
final class RequestStream {
    /** A reporter that restarts begins a new epoch and counts from the start. */
    private record Order(long epoch, long sequence) implements Comparable<Order> {
        @Override
        public int compareTo(Order other) {
            return Comparator.comparingLong(Order::epoch)
                    .thenComparingLong(Order::sequence)
                    .compare(this, other);
        }

        boolean follows(Order before) {
            return epoch > before.epoch || (epoch == before.epoch && sequence == before.sequence + 1);
        }
    }

    private record Arrived(SampleBatch batch, Instant at) {}

    private final TreeMap<Order, Arrived> pending = new TreeMap<>();
    private @Nullable Order taken;
    private Instant seenAt;
    private Duration interval;

    RequestStream(SampleBatch first, Instant now) {
        seenAt = now;
        interval = first.interval();
    }

    /** Whether it may still be part of a tick: nothing after it was taken. */
    boolean add(SampleBatch batch, Instant now) {
        seenAt = now;
        interval = batch.interval();
        var order = new Order(batch.epoch(), batch.sequence());
        if (taken != null && order.compareTo(taken) <= 0) {
            return false;
        }
        pending.putIfAbsent(order, new Arrived(batch, now));
        return true;
    }

    /** A batch whose tick is closed: it shows that the reporter lives, and that its successor need not wait for it. */
    void sawLate(SampleBatch batch, Instant now) {
        seenAt = now;
        var order = new Order(batch.epoch(), batch.sequence());
        if (taken != null && order.follows(taken)) {
            taken = order;
        }
    }

    /** Nothing was taken of it so far. */
    boolean isNew() {
        return taken == null;
    }

    Instant seenAt() {
        return seenAt;
    }

    Duration interval() {
        return interval;
    }

    boolean hasPending() {
        return !pending.isEmpty();
    }

    /** When the first of what waits arrived; null if nothing waits. */
    @Nullable
    Instant waitingSince() {
        return pending.values().stream()
                .map(Arrived::at)
                .min(Instant::compareTo)
                .orElse(null);
    }

    /** The end of what comes next; null if nothing waits, or if it must wait for its predecessor. */
    @Nullable
    Instant next(boolean skipMissing) {
        if (pending.isEmpty() || !(skipMissing || isInOrder(pending.firstKey(), taken))) {
            return null;
        }
        return pending.firstEntry().getValue().batch().time();
    }

    /** Whether no batch that ends by then can still be on its way, given how often they come. */
    boolean reaches(Instant end) {
        Order before = taken;
        Instant reached = null;
        for (var entry : pending.entrySet()) {
            if (!isInOrder(entry.getKey(), before)) {
                break;
            }
            before = entry.getKey();
            reached = entry.getValue().batch().time();
        }
        return reached != null && reached.plus(interval).isAfter(end);
    }

    /** Takes what ends by then, in order. */
    List<SampleBatch> take(Instant end, boolean skipMissing) {
        var batches = new ArrayList<SampleBatch>();
        while (!pending.isEmpty()) {
            Order first = pending.firstKey();
            SampleBatch batch = pending.firstEntry().getValue().batch();
            if (batch.time().isAfter(end) || !(skipMissing || isInOrder(first, taken))) {
                break;
            }
            pending.remove(first);
            taken = first;
            batches.add(batch);
        }
        return batches;
    }

    private static boolean isInOrder(Order order, @Nullable Order before) {
        return before == null || order.follows(before);
    }
}
