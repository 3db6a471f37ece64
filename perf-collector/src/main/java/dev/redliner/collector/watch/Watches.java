package dev.redliner.collector.watch;

import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The received watches, each until it expires. */
public final class Watches {
    /** The shortest interval, even if a watch asks for a shorter one. */
    public static final Duration FASTEST = Duration.ofMillis(100);

    private final Map<Key, Watch> latest = new ConcurrentHashMap<>();

    private record Key(String pool, String run) {}

    /** Takes a watch or its renewal; one that is older than the last watch of its run is ignored. */
    public void put(Watch watch) {
        latest.merge(
                new Key(watch.pool(), watch.run()),
                watch,
                (before, now) -> now.issuedAt().isBefore(before.issuedAt()) ? before : now);
    }

    /** The interval for reading a pool: the shortest of its live watches, or the idle interval if there is none. */
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
