package dev.redliner.collector.traffic;

import dev.redliner.collector.envoy.EnvoyAddress;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.traffic.EnvoyMinute;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads every Envoy at each whole second, for all its pools at once, and passes on each minute that has ended. */
public final class TrafficRounds implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TrafficRounds.class);

    /** Reads take milliseconds; more simultaneous reads than this mean that many Envoys hang. */
    private static final int MOST_READERS = 64;

    private final String collector;
    private final Map<EnvoyAddress, Map<String, Set<String>>> assigned;
    private final Targets targets;
    private final Consumer<EnvoyMinute> minutes;
    private final InstantSource clock;
    private final Map<EnvoyAddress, EnvoyReads> envoys = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor readers;
    private final Counter counted;
    private final Counter missed;

    /**
     * @param collector this collector's name in its records
     * @param assigned Envoys from the configuration: the clusters of each pool, by address
     * @param minutes receives the ended minutes; called on the timer's thread, must not block for long
     */
    public TrafficRounds(
            String collector,
            Map<EnvoyAddress, Map<String, Set<String>>> assigned,
            Targets targets,
            Consumer<EnvoyMinute> minutes,
            InstantSource clock,
            MeterRegistry meters) {
        this.collector = collector;
        this.assigned = Map.copyOf(assigned);
        this.targets = targets;
        this.minutes = minutes;
        this.clock = clock;
        this.timer = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "collector-traffic"));
        this.readers = new ThreadPoolExecutor(
                0,
                MOST_READERS,
                15,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> daemon(task, "collector-traffic-read"));
        this.counted = Counter.builder("redliner.collector.traffic.counted")
                .description("Seconds for which the requests at an Envoy were counted")
                .register(meters);
        this.missed = Counter.builder("redliner.collector.traffic.missed")
                .description("Seconds for which the requests at an Envoy were not counted: not read, or not on time")
                .register(meters);
        Gauge.builder("redliner.collector.traffic.envoys", envoys, Map::size)
                .description("Envoys whose requests are counted")
                .register(meters);
    }

    /** Starts with the configured Envoys; the Envoys of pools are added by {@link #onPools}. */
    public void start() {
        onPools(Map.of());
        plan();
    }

    /** The pools changed; the map contains all pools by name. */
    public synchronized void onPools(Map<String, Pool> pools) {
        Map<EnvoyAddress, Map<String, Set<String>>> wanted = wanted(pools.values());
        envoys.entrySet().removeIf(entry -> {
            boolean gone = !wanted.containsKey(entry.getKey());
            if (gone) {
                entry.getValue().close();
            }
            return gone;
        });
        wanted.forEach((address, clustersByPool) -> envoys.computeIfAbsent(
                        address, each -> new EnvoyReads(each, collector, targets))
                .follow(clustersByPool));
    }

    /** The reasons of the Envoys that cannot be read at present, by their address. */
    public Map<String, String> failing() {
        var reasons = new TreeMap<String, String>();
        envoys.forEach((address, reads) -> {
            String failure = reads.failure();
            if (failure != null) {
                reasons.put("traffic of " + address.name(), failure);
            }
        });
        return reasons;
    }

    private Map<EnvoyAddress, Map<String, Set<String>>> wanted(Collection<Pool> pools) {
        var wanted = new HashMap<EnvoyAddress, Map<String, Set<String>>>();
        assigned.forEach((address, clustersByPool) -> wanted.put(address, new HashMap<>(clustersByPool)));
        for (Pool pool : pools) {
            var clusters = new LinkedHashSet<>(pool.sutClusters().values());
            clusters.add(pool.restCluster());
            EnvoyAddress.of(pool.envoy()).forEach(address -> wanted.computeIfAbsent(address, each -> new HashMap<>())
                    .put(pool.name(), Set.copyOf(clusters)));
        }
        return wanted;
    }

    private void plan() {
        Instant now = clock.instant();
        Instant next = Instant.ofEpochSecond(now.getEpochSecond() + 1);
        timer.schedule(this::countSecond, Duration.between(now, next).toNanos(), TimeUnit.NANOSECONDS);
    }

    private void countSecond() {
        try {
            // a timer can fire slightly early
            long second = (clock.millis() + 500) / 1_000;
            for (EnvoyReads envoy : envoys.values()) {
                envoy.turn(second).forEach(minutes);
                read(envoy, second);
            }
        } catch (RuntimeException | Error e) {
            log.error("one second was not counted; continuing with the next", e);
        } finally {
            if (!timer.isShutdown()) {
                plan();
            }
        }
    }

    private void read(EnvoyReads envoy, long second) {
        if (!envoy.begin()) {
            missed.increment();
            return;
        }
        try {
            readers.execute(() -> (envoy.read(second) ? counted : missed).increment());
        } catch (RejectedExecutionException e) {
            envoy.giveUp();
            missed.increment();
        }
    }

    private static Thread daemon(Runnable task, String name) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public synchronized void close() {
        timer.shutdownNow();
        readers.shutdown();
        envoys.values().forEach(EnvoyReads::close);
        envoys.clear();
    }
}
