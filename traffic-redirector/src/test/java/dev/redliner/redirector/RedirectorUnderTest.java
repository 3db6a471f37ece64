package dev.redliner.redirector;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.redirector.lease.MomentSource;
import dev.redliner.redirector.order.Heartbeat;
import dev.redliner.redirector.order.OrderHandler;
import dev.redliner.redirector.order.OrderMetrics;
import dev.redliner.redirector.settings.RedirectorProperties;
import dev.redliner.redirector.xds.AdsService;
import dev.redliner.redirector.xds.ConfigCache;
import dev.redliner.redirector.xds.RuntimeHub;
import dev.redliner.redirector.xds.RuntimeService;
import dev.redliner.redirector.xds.XdsMetrics;
import dev.redliner.redirector.xds.XdsServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The whole redirector without Kafka and Spring. */
final class RedirectorUnderTest implements AutoCloseable {
    static final Duration TTL = Duration.ofSeconds(2);

    final List<RedirectReport> reports = new CopyOnWriteArrayList<>();
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final RuntimeHub hub;
    final OrderHandler handler;
    private final Heartbeat heartbeat;
    private final XdsServer server;
    private final ScheduledExecutorService controller = Executors.newSingleThreadScheduledExecutor();
    private final Map<String, PoolRecord> records = new ConcurrentHashMap<>();
    private final Map<String, Double> wanted = new ConcurrentHashMap<>();
    private final AtomicLong sequence = new AtomicLong();

    RedirectorUnderTest() {
        this(0, null);
    }

    RedirectorUnderTest(int port, RedirectorProperties.@Nullable Tls tls) {
        this(port, tls, true);
    }

    /** A redirector that has not read any pools, as while Kafka is unavailable. */
    static RedirectorUnderTest withoutKafka(int port) {
        return new RedirectorUnderTest(port, null, false);
    }

    private RedirectorUnderTest(int port, RedirectorProperties.@Nullable Tls tls, boolean poolsKnown) {
        MomentSource moments = new MachineClocks();
        hub = new RuntimeHub(TTL, moments, new XdsMetrics(registry));
        var configs = new ConfigCache();
        handler = new OrderHandler(
                "test", Duration.ofSeconds(30), moments, hub, configs, reports::add, new OrderMetrics(registry));
        hub.addListener(handler);
        if (poolsKnown) {
            handler.poolsKnown();
        }
        server = XdsServer.start(
                new RedirectorProperties.Xds("127.0.0.1", port),
                tls,
                hub,
                List.of(new AdsService(hub, configs, TTL), new RuntimeService(hub, configs, TTL)));
        heartbeat = new Heartbeat(TTL, moments, handler, hub);
        heartbeat.start();
        controller.scheduleAtFixedRate(this::renew, 500, 500, TimeUnit.MILLISECONDS);
    }

    int port() {
        return server.endpoint().port();
    }

    /** Applies a service. */
    PoolRecord declare(Pool pool) {
        PoolRecord before = records.get(pool.name());
        return before != null && pool.equals(before.served())
                ? learn(before)
                : learn(new PoolRecord(pool.name(), next(before), pool, null));
    }

    /** Deletes a service in mode full, or declares it in another mode. */
    PoolRecord freeze(Pool full, @Nullable Pool served) {
        return learn(new PoolRecord(full.name(), next(records.get(full.name())), served, full));
    }

    /** Delivers a record as Kafka would. */
    PoolRecord learn(PoolRecord record) {
        records.put(record.name(), record);
        handler.learn(record);
        return record;
    }

    private static long next(@Nullable PoolRecord before) {
        return before == null ? 1 : before.revision() + 1;
    }

    /**
     * Orders a share and keeps renewing the order, as a controller does, until {@link #silence} or {@link #restore}.
     */
    void shift(String pool, double share) {
        wanted.put(pool, share);
        renew();
    }

    private synchronized void renew() {
        wanted.forEach((pool, share) -> handler.on(Samples.shift(
                pool,
                1,
                sequence.incrementAndGet(),
                share,
                Instant.now(),
                records.get(pool).revision())));
    }

    /** The controller stops renewing, without any further order. */
    void silence() {
        wanted.clear();
    }

    synchronized void restore(String pool) {
        wanted.remove(pool);
        handler.on(Samples.restore(pool, 1, sequence.incrementAndGet(), Instant.now()));
    }

    List<EnvoyState> envoys(Pool pool) {
        return hub.envoys(pool);
    }

    boolean all(Pool pool, EnvoyState.State state) {
        List<EnvoyState> envoys = envoys(pool);
        return !envoys.isEmpty() && envoys.stream().allMatch(envoy -> envoy.state() == state);
    }

    /** As {@code kill -9} appears to an Envoy: no message is sent, the streams break. */
    void die() {
        controller.shutdownNow();
        heartbeat.close();
        server.close();
    }

    @Override
    public void close() {
        controller.shutdownNow();
        heartbeat.close();
        handler.close();
        server.close();
    }
}
