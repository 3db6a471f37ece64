package dev.redliner.controller.replay;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The counts of some hosts in one tick.
 *
 * @param limit the time after which a request without an answer counts as overdue; zero if the rules have no limit
 * @param cpu fraction of the CPU in use; null if it was not reported
 */
record Counts(
        Instant from,
        Instant to,
        double requested,
        double completed,
        double errors,
        LatencyHistogram latency,
        Overdue overdue,
        Duration limit,
        @Nullable Double cpu) {

    /** The counts of the SUT, or of one of its hosts. */
    static Counts of(Tick tick, HostCounts host, Duration limit) {
        return new Counts(
                tick.from(),
                tick.to(),
                host.requested(),
                host.completed(),
                host.errors(),
                host.latency(),
                host.overdue(),
                limit,
                host.cpu());
    }

    static Counts ofPeers(Tick tick, Duration limit) {
        return new Counts(
                tick.from(),
                tick.to(),
                tick.poolRequested() - tick.requested(),
                tick.peerCompleted(),
                tick.peerErrors(),
                tick.peerLatency(),
                tick.peerOverdue(),
                limit,
                null);
    }

    /** The counts of both in the same tick. */
    Counts plus(Counts other) {
        return new Counts(
                from,
                to,
                requested + other.requested,
                completed + other.completed,
                errors + other.errors,
                latency.plus(other.latency),
                overdue.plus(other.overdue),
                limit,
                null);
    }

    double seconds() {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    /** Latencies of this many requests that have waited for as long as the limit. */
    LatencyHistogram waited(long number) {
        SortedMap<Integer, Long> counts = new TreeMap<>();
        counts.put(LatencyHistogram.bucketOf(limit), number);
        return LatencyHistogram.of(counts, number * limit.toNanos() / 1e9);
    }
}
