package dev.redliner.collector.traffic;

import dev.redliner.contracts.traffic.EnvoyMinute;
import dev.redliner.contracts.traffic.SecondCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The minutes of one Envoy's pools, from its totals at the ends of seconds. A second counts if both its ends were read
 * on time; otherwise it is a gap, as are the seconds around a restart of the Envoy. Safe for concurrent use.
 */
final class EnvoyCounter {
    /** If the distance of two reads differs from a second by more than this, they do not measure that second. */
    private static final Duration PUNCTUAL = Duration.ofMillis(100);

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final String collector;
    private final String envoy;
    private Map<String, Set<String>> clustersByPool = Map.of();
    private Map<String, long[]> counts = new HashMap<>();
    private long minute = -1;
    private @Nullable Read before;

    private record Read(long second, long nanos, ClusterTotals totals) {
        boolean follows(Read earlier) {
            long apart = nanos - earlier.nanos;
            return second == earlier.second + 1 && Math.abs(apart - SECOND.toNanos()) <= PUNCTUAL.toNanos();
        }
    }

    EnvoyCounter(String collector, String envoy) {
        this.collector = collector;
        this.envoy = envoy;
    }

    /** Sets the clusters of each pool; a pool with changed clusters starts again. */
    synchronized void follow(Map<String, Set<String>> pools) {
        var kept = new HashMap<String, long[]>();
        pools.forEach((pool, clusters) -> {
            long[] now = counts.get(pool);
            kept.put(pool, now != null && clusters.equals(clustersByPool.get(pool)) ? now : gaps());
        });
        clustersByPool = Map.copyOf(pools);
        counts = kept;
    }

    /**
     * Handles the end of a second, when its read begins. Earlier reads could arrive until now.
     *
     * @param second the end of the second, s since 1970
     * @param node the node id of the Envoy; empty if unknown
     * @return the minutes of all pools if a minute has ended
     */
    synchronized List<EnvoyMinute> turn(long second, String node) {
        long current = (second - 1) / SecondCounts.SECONDS;
        if (current == minute) {
            return List.of();
        }
        var over = new ArrayList<EnvoyMinute>();
        if (minute >= 0 && minute < current) {
            Instant start = Instant.ofEpochSecond(minute * SecondCounts.SECONDS);
            counts.forEach(
                    (pool, of) -> over.add(new EnvoyMinute(pool, collector, envoy, node, start, SecondCounts.of(of))));
        }
        minute = current;
        counts.replaceAll((pool, of) -> gaps());
        return over;
    }

    /**
     * Takes the result of a read.
     *
     * @param second the end of the second that was read, s since 1970
     * @param nanos time of the read, by {@link System#nanoTime()}
     * @return whether the second counts
     */
    synchronized boolean read(long second, long nanos, ClusterTotals totals) {
        Read earlier = before;
        var read = new Read(second, nanos, totals);
        before = read;
        boolean late = (second - 1) / SecondCounts.SECONDS != minute;
        if (late || earlier == null || !read.follows(earlier)) {
            return false;
        }
        int index = Math.floorMod(second - 1, SecondCounts.SECONDS);
        clustersByPool.forEach((pool, clusters) -> totals.since(earlier.totals, clusters)
                .ifPresent(increase -> Objects.requireNonNull(counts.get(pool))[index] = increase));
        return true;
    }

    private static long[] gaps() {
        long[] gaps = new long[SecondCounts.SECONDS];
        Arrays.fill(gaps, SecondCounts.GAP);
        return gaps;
    }
}
