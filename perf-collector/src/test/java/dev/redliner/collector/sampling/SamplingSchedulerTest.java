package dev.redliner.collector.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.host.NodeSettings;
import dev.redliner.collector.host.WatchedProcess;
import dev.redliner.collector.otlp.OtlpInbox;
import dev.redliner.collector.scrape.ScrapeLimits;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.http.AddressRange;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Uses real HTTP and real time, but asserts the sent batches and not their timing. */
@Timeout(60)
class SamplingSchedulerTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final BlockingQueue<SampleBatch> shipped = new LinkedBlockingQueue<>();
    private final ExecutorService serving = Executors.newCachedThreadPool();
    private final AtomicLong orders = new AtomicLong();
    private final AtomicLong behind = new AtomicLong();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Targets targets =
            new Targets(List.of(AddressRange.parse("127.0.0.0/8")), 1 << 20, SystemDefaultDnsResolver.INSTANCE, meters);
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(serving);
        server.createContext("/metrics", exchange -> {
            byte[] page = ("orders_total " + orders.addAndGet(10) + "\n").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.createContext("/hangs", exchange -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        targets.close();
        server.stop(0);
        serving.shutdownNow();
    }

    @Test
    void batches_are_aligned_to_the_interval_and_numbered_without_holes() throws Exception {
        try (SamplingScheduler rounds = rounds(Duration.ofMillis(100), assignment("a", "/metrics"))) {
            rounds.start();
            int increases = 0;
            boolean firstReading = false;
            long epoch = 0;
            // on a busy machine a read may exceed its limit, which gives a gap and then a first reading again
            for (long sequence = 1; increases < 4; sequence++) {
                SampleBatch batch = next();
                epoch = sequence == 1 ? batch.epoch() : epoch;
                assertThat(batch.sequence()).isEqualTo(sequence);
                assertThat(batch.epoch()).isEqualTo(epoch);
                assertThat(batch.time().toEpochMilli() % 100).isZero();
                firstReading |= batch.gaps().contains(new Gap("app.orders_total", "first reading"));
                Double increase = batch.counters().get("app.orders_total");
                if (increase != null) {
                    assertThat(firstReading).isTrue();
                    assertThat(increase).isPositive().satisfies(value -> assertThat(value % 10)
                            .isZero());
                    increases++;
                }
            }
        }
    }

    @Test
    void a_clock_that_is_set_back_is_followed_at_once() throws Exception {
        try (SamplingScheduler rounds = rounds(Duration.ofMillis(100), assignment("a", "/metrics"))) {
            rounds.start();
            Instant before = next().time();
            behind.set(Duration.ofHours(1).toMillis());
            SampleBatch batch = next();
            while (!batch.time().isBefore(before) || batch.counters().isEmpty()) {
                batch = next();
            }
            assertThat(batch.counters()).containsKey("app.orders_total");
        }
    }

    @Test
    void a_watch_makes_a_pool_tick_faster_until_it_runs_out() throws Exception {
        try (SamplingScheduler rounds = rounds(Duration.ofDays(1), assignment("a", "/metrics"))) {
            rounds.start();
            Instant now = Instant.now();
            rounds.onWatch(new Watch(
                    "1",
                    "checkout",
                    List.of("a"),
                    List.of("b"),
                    List.of(),
                    Duration.ofMillis(100),
                    Map.of(),
                    now,
                    Duration.ofSeconds(1)));
            SampleBatch last = next();
            // if no more batches arrive, the watch has expired; the next reading would be tomorrow
            for (SampleBatch batch = last; batch != null; batch = shipped.poll(2, TimeUnit.SECONDS)) {
                last = batch;
            }
            assertThat(last.time()).isAfterOrEqualTo(now);
        }
    }

    @Test
    void a_source_that_hangs_gives_gaps_and_takes_nothing_from_the_others() throws Exception {
        try (SamplingScheduler rounds =
                rounds(Duration.ofMillis(250), assignment("a", "/hangs"), assignment("b", "/metrics"))) {
            rounds.start();
            int good = 0;
            int gaps = 0;
            while (good < 3 || gaps < 3) {
                SampleBatch batch = next();
                if (batch.host().equals("a")) {
                    assertThat(batch.counters()).isEmpty();
                    assertThat(batch.gauges()).isEmpty();
                    assertThat(batch.gaps()).hasSize(1);
                    gaps++;
                } else if (batch.counters().containsKey("app.orders_total")) {
                    good++;
                }
            }
            assertThat(rounds.failing()).hasSize(1);
        }
    }

    @Test
    void a_refused_target_is_a_gap_with_the_reason() throws Exception {
        var far = new Assignment("checkout", "a", false, URI.create("http://192.0.2.1:9/metrics"), List.of());
        try (SamplingScheduler rounds = rounds(Duration.ofMillis(100), far)) {
            rounds.start();
            Gap gap = next().gaps().get(0);
            while (gap.reason().startsWith("no answer within")) {
                gap = next().gaps().get(0);
            }
            assertThat(gap.name()).isEqualTo("scrape:http://192.0.2.1:9/metrics");
            assertThat(gap.reason()).startsWith("refused: 192.0.2.1 is at 192.0.2.1");
        }
    }

    @Test
    void reporters_follow_the_pools_and_the_sequence_goes_on() throws Exception {
        var pool = ReporterPlanTest.pool("checkout");
        try (SamplingScheduler rounds = rounds(Duration.ofMillis(100))) {
            rounds.start();
            assertThat(rounds.size()).isZero();
            rounds.onPools(Map.of("checkout", pool));
            assertThat(rounds.size()).isEqualTo(2);
            SampleBatch last = next();
            while (!last.host().equals("a") || !last.reporter().equals("me")) {
                last = next();
            }
            rounds.onPools(Map.<String, Pool>of());
            assertThat(rounds.size()).isZero();
            assertThat(rounds.failing()).isEmpty();
            rounds.onPools(Map.of("checkout", pool));
            SampleBatch later = next();
            while (!later.host().equals("a") || !later.reporter().equals("me")) {
                later = next();
            }
            assertThat(later.sequence()).isGreaterThan(last.sequence());
        }
    }

    private SamplingScheduler rounds(Duration idle, Assignment... assignments) {
        return new SamplingScheduler(
                new ReporterPlan("me", "", "", true, List.of(assignments), false),
                new Sources(
                        targets,
                        new ScrapeLimits(List.of("*"), 500, 1_000),
                        NodeSettings.of(WatchedProcess.NONE),
                        new OtlpInbox("", 1_000, InstantSource.system())),
                shipped::add,
                idle,
                () -> Instant.now().minusMillis(behind.get()),
                meters);
    }

    private Assignment assignment(String host, String path) {
        var page = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
        return new Assignment("checkout", host, false, page, List.of());
    }

    private SampleBatch next() throws InterruptedException {
        SampleBatch batch = shipped.poll(10, TimeUnit.SECONDS);
        if (batch == null) {
            throw new AssertionError("no batch within 10 s");
        }
        return batch;
    }
}
