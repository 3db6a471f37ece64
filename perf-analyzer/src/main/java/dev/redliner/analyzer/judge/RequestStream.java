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
 * The request counts that one Envoy's reporter sends about one entity, sorted by sequence. A batch waits for its
 * missing predecessor, so that reordered batches are assigned to the same ticks as ordered ones.
 */
final class RequestStream {
    /** The position of a batch. Each life of the reporter has its own sequence. */
    private record Order(long life, long sequence) implements Comparable<Order> {
        @Override
        public int compareTo(Order other) {
            return Comparator.comparingLong(Order::life)
                    .thenComparingLong(Order::sequence)
                    .compare(this, other);
        }

        boolean follows(Order before) {
            return life > before.life || (life == before.life && sequence == before.sequence + 1);
        }
    }

    private record Arrived(SampleBatch batch, Instant at) {}

    private final ReporterLives lives = new ReporterLives();
    private final TreeMap<Order, Arrived> pending = new TreeMap<>();
    private @Nullable Order taken;
    private Instant seenAt;
    private Duration interval;
    private @Nullable Duration late;

    RequestStream(SampleBatch first, Instant now) {
        seenAt = now;
        interval = first.interval();
    }

    /** Whether the batch can still be part of a tick: no later batch was taken. */
    boolean add(SampleBatch batch, Instant now) {
        seenAt = now;
        interval = batch.interval();
        var order = orderOf(batch);
        if (taken != null && order.compareTo(taken) <= 0) {
            return false;
        }
        pending.putIfAbsent(order, new Arrived(batch, now));
        return true;
    }

    /** Takes a batch of a closed tick. It proves that the reporter is alive, and its successor need not wait for it. */
    void sawLate(SampleBatch batch, Instant now) {
        seenAt = now;
        late = Duration.between(batch.time(), now);
        var order = orderOf(batch);
        if (taken != null && order.follows(taken)) {
            taken = order;
        }
    }

    /** The age on arrival of a batch that came after its tick was closed; null if none did since the last call. */
    @Nullable
    Duration takeLate() {
        Duration taken = late;
        late = null;
        return taken;
    }

    /** Whether no batch was taken so far. */
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

    /** Arrival of the batch that has waited longest; null if none waits. */
    @Nullable
    Instant waitingSince() {
        return pending.values().stream()
                .map(Arrived::at)
                .min(Instant::compareTo)
                .orElse(null);
    }

    /** The end of the next batch; null if none waits, or if it must wait for its predecessor. */
    @Nullable
    Instant next(boolean skipMissing) {
        if (pending.isEmpty() || !(skipMissing || isInOrder(pending.firstKey(), taken))) {
            return null;
        }
        return pending.firstEntry().getValue().batch().time();
    }

    /** Whether all batches that end by then have arrived, given the interval of the reporter. */
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

    /** Takes the batches that end by then, in order. */
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

    private Order orderOf(SampleBatch batch) {
        return new Order(lives.numberOf(batch), batch.sequence());
    }

    private static boolean isInOrder(Order order, @Nullable Order before) {
        return before == null || order.follows(before);
    }
}
