package dev.redliner.collector.traffic;

import dev.redliner.collector.envoy.EnvoyAddress;
import dev.redliner.collector.envoy.EnvoyPages;
import dev.redliner.collector.envoy.NodeId;
import dev.redliner.collector.envoy.StatisticsTarget;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.contracts.traffic.EnvoyMinute;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads one Envoy's request counters. A second is not read while the previous read is still in progress. */
final class EnvoyReads implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EnvoyReads.class);
    private static final Duration LIMIT = Duration.ofMillis(600);

    private final EnvoyAddress address;
    private final EnvoyPages pages;
    private final EnvoyCounter counter;
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile Set<String> clusters = Set.of();
    private volatile @Nullable String failure;
    private volatile @Nullable NodeId node;

    private @Nullable StatisticsTarget target;
    private Set<String> targeted = Set.of();

    EnvoyReads(EnvoyAddress address, String collector, Targets targets) {
        this.address = address;
        this.pages = address.pages(targets);
        this.counter = new EnvoyCounter(collector, address.name());
    }

    void follow(Map<String, Set<String>> clustersByPool) {
        var all = new TreeSet<String>();
        clustersByPool.values().forEach(all::addAll);
        clusters = all;
        counter.follow(clustersByPool);
    }

    List<EnvoyMinute> turn(long second) {
        NodeId known = node;
        return counter.turn(second, known == null ? "" : known.id());
    }

    /** Why the last read failed; null if it succeeded. */
    @Nullable
    String failure() {
        return failure;
    }

    /** Reserves the single read; false if one is in progress. */
    boolean begin() {
        return !reading.getAndSet(true);
    }

    void giveUp() {
        reading.set(false);
    }

    /**
     * Reads the counters, blocking, after {@link #begin}.
     *
     * @return whether the second was counted
     */
    boolean read(long second) {
        try {
            ClusterTotals totals = totals(LIMIT);
            boolean counted = counter.read(second, System.nanoTime(), totals);
            note(null);
            askNode(second);
            return counted;
        } catch (ReadFailed e) {
            note(e.reason());
            return false;
        } finally {
            reading.set(false);
        }
    }

    /** Reads the node id. Without it, the requests are counted as those of a separate Envoy. */
    private void askNode(long second) {
        try {
            node().read(Instant.ofEpochSecond(second), false, LIMIT);
        } catch (ReadFailed e) {
            log.debug("envoy={} its node id is not known: {}", address.name(), e.reason());
        }
    }

    private synchronized NodeId node() throws ReadFailed {
        NodeId known = node;
        if (known == null) {
            known = pages.nodeId();
            node = known;
        }
        return known;
    }

    ClusterTotals totals(Duration limit) throws ReadFailed {
        return ClusterTotals.of(target().read(limit));
    }

    private synchronized StatisticsTarget target() throws ReadFailed {
        Set<String> wanted = clusters;
        if (target == null || !wanted.equals(targeted)) {
            drop();
            targeted = wanted;
            target = pages.requests(wanted);
        }
        return Objects.requireNonNull(target);
    }

    private void note(@Nullable String now) {
        String before = failure;
        failure = now;
        if (now != null && before == null) {
            log.warn("envoy={} requests are not counted: {}", address.name(), now);
        } else if (now == null && before != null) {
            log.info("envoy={} requests are counted again", address.name());
        }
    }

    private void drop() {
        if (target != null) {
            target.close();
        }
        target = null;
    }

    @Override
    public synchronized void close() {
        drop();
        NodeId known = node;
        if (known != null) {
            known.close();
        }
        node = null;
    }
}
