package dev.redliner.collector.watch;

import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The watches that were seen, each until it runs out. */
public final class Watches {
    /** Faster than this nobody reads, whatever a watch asks for. */
    public static final Duration FASTEST = Duration.ofMillis(100);

    private final Map<Key, Watch> latest = new ConcurrentHashMap<>();

    private record Key(String pool, String run) {}

    /** Takes a watch, or its renewal; one older than the last of its run changes nothing. */
    public void put(Watch watch) {
        latest.merge(
                new Key(watch.pool(), watch.run()),
                watch,
                (before, now) -> now.issuedAt().isBefore(before.issuedAt()) ? before : now);
    }

    /** How often to read a pool: the shortest interval of its live watches, or the idle one if there is none. */
    public Duration intervalOf(String pool, Instant now, Duration idle) {
        latest.values().removeIf(watch -> !now.isBefore(watch.validUntil()));
        return latest.values().stream()
                .filter(watch -> watch.pool().equals(pool))
                .map(Watch::samplingInterval)
                .min(Comparator.naturalOrder())
                .map(interval -> interval.compareTo(FASTEST) < 0 ? FASTEST : interval)
                .orElse(idle);
    }
}
