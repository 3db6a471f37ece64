package dev.redliner.collector.envoy;

import static dev.redliner.contracts.sample.MetricNames.ACTIVE;
import static dev.redliner.contracts.sample.MetricNames.BASELINE_SHARE;
import static dev.redliner.contracts.sample.MetricNames.COMPLETED;
import static dev.redliner.contracts.sample.MetricNames.DOWNSTREAM_SECONDS;
import static dev.redliner.contracts.sample.MetricNames.ENVOY_BUSY;
import static dev.redliner.contracts.sample.MetricNames.ENVOY_STALLED;
import static dev.redliner.contracts.sample.MetricNames.FOREIGN_SHARE;
import static dev.redliner.contracts.sample.MetricNames.GIVEN_UP;
import static dev.redliner.contracts.sample.MetricNames.READ_BEGAN;
import static dev.redliner.contracts.sample.MetricNames.READ_ENDED;
import static dev.redliner.contracts.sample.MetricNames.REQUESTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.redliner.collector.TestEnvoy;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.SampleBatch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests against a real Envoy, with one upstream in all clusters. */
class RealEnvoyTest {
    private static final Instant NOON = Instant.parse("2126-11-20T12:00:00Z");
    private static final String STATISTICS =
            "{\"stats\": [{\"name\": \"cluster.checkout-sut.membership_total\", \"value\": 1},"
                    + "{\"name\": \"cluster.checkout-rest.membership_total\", \"value\": 1}]}";
    private static final String SERVER_INFO = "{\"node\": {\"id\": \"checkout-envoy-1\"}}";
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Map<String, String> CLUSTERS = Map.of("a", "checkout-sut", SampleBatch.PEERS, "checkout-rest");

    /** A dot in a host's id appears in the name of its cluster. */
    private static final Map<String, String> CLUSTERS_OF_SET =
            Map.of("a.1", "checkout-sut-a.1", "a.2", "checkout-sut-a.2", SampleBatch.PEERS, "checkout-rest");

    private static final String POOL = "checkout";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Targets targets = TestEnvoy.targets();
    private HttpServer upstream;
    private Process envoy;
    private int listenPort;
    private int adminPort;
    private EnvoySource source;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        upstream.createContext("/", exchange -> {
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().endsWith("/broken") ? 500 : 200, -1);
            exchange.close();
        });
        // never answers
        upstream.createContext("/hang", exchange -> {});
        upstream.start();
        listenPort = TestEnvoy.freePort();
        adminPort = TestEnvoy.freePort();
        envoy = TestEnvoy.start(
                folder,
                BOOTSTRAP
                        .replace("{admin}", "" + adminPort)
                        .replace("{listen}", "" + listenPort)
                        .replace("{upstream}", "" + upstream.getAddress().getPort()),
                adminPort);
        source = new EnvoySource(address("http://127.0.0.1:" + adminPort + "/"), CLUSTERS, POOL, targets);
        TestEnvoy.await(envoy, () -> of("a", read()).gaps().isEmpty());
    }

    @AfterEach
    void stop() {
        targets.close();
        if (envoy != null) {
            envoy.destroyForcibly();
        }
        upstream.stop(0);
    }

    @Test
    void what_went_through_is_told_by_the_next_read() throws Exception {
        Reading before = of("a", read());
        assertThat(before.counters()).containsEntry("requested", 0.0).containsKey(ENVOY_STALLED);
        for (int i = 0; i < 20; i++) {
            send("/sut");
        }
        send("/broken");
        send("/peers");
        Map<String, Reading> after = read();
        Reading sut = of("a", after);
        assertThat(sut.counters())
                .containsEntry("requested", 21.0)
                .containsEntry("completed", 21.0)
                .containsEntry("errors", 1.0);
        assertThat(sut.gauges()).containsEntry("envoy.membership_total", 1.0);
        assertThat(sut.startedAt()).isEqualTo(before.startedAt());
        assertThat(of(SampleBatch.PEERS, after).counters()).containsEntry("completed", 1.0);
    }

    @Test
    void what_went_to_each_host_of_a_set_is_told_under_its_own_id() throws Exception {
        source = new EnvoySource(address("http://127.0.0.1:" + adminPort), CLUSTERS_OF_SET, POOL, targets);
        for (int i = 0; i < 7; i++) {
            send("/a.1");
        }
        for (int i = 0; i < 3; i++) {
            send("/a.2/broken");
        }
        send("/peers");
        edit("45");

        Map<String, Reading> readings = read();

        assertThat(readings).containsOnlyKeys("a.1", "a.2", SampleBatch.PEERS);
        assertThat(of("a.1", readings).counters())
                .containsEntry("requested", 7.0)
                .containsEntry("completed", 7.0)
                .containsEntry("errors", 0.0);
        assertThat(of("a.2", readings).counters())
                .containsEntry("requested", 3.0)
                .containsEntry("completed", 3.0)
                .containsEntry("errors", 3.0);
        assertThat(of(SampleBatch.PEERS, readings).counters()).containsEntry("completed", 1.0);
        assertThat(of("a.1", readings).gauges()).containsEntry(FOREIGN_SHARE, 0.45);
        assertThat(of("a.2", readings).gauges()).containsEntry(FOREIGN_SHARE, 0.45);
        assertThat(of(SampleBatch.PEERS, readings).gauges()).doesNotContainKey(FOREIGN_SHARE);
        // on a busy machine a merge may be late, and a later read then contains it
        while (timed(of("a.1", readings)) < 7 || timed(of("a.2", readings)) < 3) {
            readings = read();
        }
        assertThat(timed(of("a.1", readings))).isEqualTo(7);
        assertThat(timed(of("a.2", readings))).isEqualTo(3);
    }

    @Test
    void an_envoy_is_asked_once_for_the_share_of_all_hosts_of_a_set() throws Exception {
        var filters = new ConcurrentLinkedQueue<String>();
        var runtimeAsked = new AtomicInteger();
        var infoAsked = new AtomicInteger();
        upstream.createContext("/stats", exchange -> {
            filters.add(exchange.getRequestURI().getQuery());
            answer(exchange, STATISTICS);
        });
        upstream.createContext("/server_info", exchange -> {
            infoAsked.incrementAndGet();
            answer(exchange, SERVER_INFO);
        });
        upstream.createContext("/runtime", exchange -> {
            runtimeAsked.incrementAndGet();
            answer(exchange, "{\"layers\": [\"base\"], \"entries\": {}}");
        });
        var other = new EnvoySource(
                address("http://127.0.0.1:" + upstream.getAddress().getPort()), CLUSTERS_OF_SET, POOL, targets);

        Map<String, Reading> readings = other.read(NOON, LIMIT);

        other.read(NOON.plusMillis(200), LIMIT);

        assertThat(runtimeAsked).hasValue(1);
        assertThat(infoAsked).as("its node id does not change while it runs").hasValue(1);
        assertThat(other.envoy()).isEqualTo("checkout-envoy-1");
        var gap = new Gap(FOREIGN_SHARE, "the Envoy has no runtime layer redliner");
        assertThat(of("a.1", readings).gaps()).contains(gap);
        assertThat(of("a.2", readings).gaps()).contains(gap);
        assertThat(of(SampleBatch.PEERS, readings).gaps()).doesNotContain(gap);
        assertThat(filters)
                .as("of clusters with these very names")
                .anyMatch(filter -> filter.contains("(checkout-rest|checkout-sut-a\\.1|checkout-sut-a\\.2)"));
    }

    /** A filter that computes for 20 ms makes the one worker of this Envoy busy while requests follow each other. */
    @Test
    void the_busiest_worker_and_the_time_that_envoy_adds_are_read() throws Exception {
        // whether the statistics are fresh is known after some reads
        for (int second = 0; second < 4; second++) {
            read(NOON.plusSeconds(second));
            TimeUnit.MILLISECONDS.sleep(1_100);
        }
        for (int i = 0; i < 50; i++) {
            send("/expensive");
        }
        Reading busy = of("a", read(NOON.plusSeconds(4)));
        assertThat(of("a", read(NOON.plusMillis(4_200))).gauges())
                .as("what is known is told each time")
                .containsEntry(ENVOY_BUSY, busy.gauges().get(ENVOY_BUSY));
        TimeUnit.MILLISECONDS.sleep(1_100);
        Map<String, Reading> idle = read(NOON.plusSeconds(5));

        assertThat(busy.gauges().get(ENVOY_BUSY)).isBetween(0.2, 1.0);
        assertThat(of("a", idle).gauges().get(ENVOY_BUSY))
                .isLessThan(busy.gauges().get(ENVOY_BUSY) / 2);
        assertThat(of(SampleBatch.PEERS, idle).gauges()).doesNotContainKey(ENVOY_BUSY);
        assertThat(of("a", idle).counters().get(DOWNSTREAM_SECONDS))
                .as("50 requests of 20 ms")
                .isGreaterThan(0.9);
        assertThat(of("a", idle).gaps()).isEmpty();
    }

    @Test
    void an_envoy_that_does_not_count_its_loops_reports_no_worker() throws Exception {
        assertThat(EnvoyWorkers.secondsByWorker("")).isEmpty();
        assertThat(
                        EnvoyWorkers.secondsByWorker(
                                """
                        # TYPE envoy_listener_manager_worker_dispatcher_loop_duration_us histogram
                        envoy_listener_manager_worker_dispatcher_loop_duration_us_bucket{envoy_worker_id="0",le="+Inf"} 9
                        envoy_listener_manager_worker_dispatcher_loop_duration_us_sum{envoy_worker_id="0"} 250000
                        envoy_listener_manager_worker_dispatcher_loop_duration_us_count{envoy_worker_id="0"} 9
                        envoy_listener_manager_worker_dispatcher_poll_delay_us_sum{envoy_worker_id="0"} 50000
                        envoy_listener_manager_worker_dispatcher_loop_duration_us_sum{envoy_worker_id="1"} 1000000
                        """))
                .containsOnly(Map.entry("0", 0.3), Map.entry("1", 1.0));
        assertThatThrownBy(() -> EnvoyWorkers.secondsByWorker("envoy_x_sum{envoy_worker_id=\"0\"} NaN"))
                .isInstanceOf(ReadFailed.class);
    }

    /** Redliner's own layer is a static one here, which makes no difference in Envoy's page. */
    @Test
    void a_share_that_somebody_else_holds_is_told_while_it_is_held() throws Exception {
        Reading before = of("a", read(NOON));
        assertThat(before.gauges()).doesNotContainKey(FOREIGN_SHARE).containsEntry(BASELINE_SHARE, 0.1);
        assertThat(before.gaps()).isEmpty();

        edit("{\"numerator\": 300000, \"denominator\": \"MILLION\"}");
        assertThat(of("a", read(NOON.plusMillis(200))).gauges())
                .as("not asked again within a second")
                .doesNotContainKey(FOREIGN_SHARE);
        Map<String, Reading> edited = read(NOON.plusSeconds(1));
        assertThat(of("a", edited).gauges()).containsEntry(FOREIGN_SHARE, 0.3);
        assertThat(of(SampleBatch.PEERS, edited).gauges()).doesNotContainKey(FOREIGN_SHARE);
        assertThat(of("a", read(NOON.plusMillis(1_200))).gauges())
                .as("what is known is told each time")
                .containsEntry(FOREIGN_SHARE, 0.3);
        edit("numerator: 7");
        assertThat(of("a", read(NOON.plusSeconds(3))).gauges()).containsEntry(FOREIGN_SHARE, 0.07);
        edit("45");
        assertThat(of("a", read(NOON.plusSeconds(4))).gauges()).containsEntry(FOREIGN_SHARE, 0.45);
        edit("much");
        assertThat(of("a", read(NOON.plusSeconds(5))).gauges()).containsEntry(FOREIGN_SHARE, -1.0);
        edit("");
        assertThat(of("a", read(NOON.plusSeconds(6))).gauges()).doesNotContainKey(FOREIGN_SHARE);
    }

    @Test
    void an_envoy_without_redliners_layer_gives_a_gap_and_its_statistics() throws Exception {
        var other = new EnvoySource(
                address("http://127.0.0.1:" + upstream.getAddress().getPort()), CLUSTERS, POOL, targets);
        upstream.createContext("/stats", exchange -> answer(exchange, STATISTICS));
        upstream.createContext("/server_info", exchange -> answer(exchange, SERVER_INFO));
        upstream.createContext("/runtime", exchange -> answer(exchange, "{\"layers\": [\"base\"], \"entries\": {}}"));

        Reading reading = of("a", other.read(NOON, LIMIT));

        assertThat(reading.gaps()).containsExactly(new Gap(FOREIGN_SHARE, "the Envoy has no runtime layer redliner"));
        assertThat(reading.gauges())
                .containsEntry("envoy.membership_total", 1.0)
                .doesNotContainKey(FOREIGN_SHARE);
    }

    @Test
    void an_envoy_whose_node_id_cannot_be_read_is_not_read() throws Exception {
        var info = new ConcurrentLinkedQueue<>(List.of("{}", SERVER_INFO));
        upstream.createContext("/stats", exchange -> answer(exchange, STATISTICS));
        upstream.createContext("/server_info", exchange -> answer(exchange, Objects.requireNonNull(info.poll())));
        upstream.createContext("/runtime", exchange -> answer(exchange, "{\"layers\": [\"base\"], \"entries\": {}}"));
        var other = new EnvoySource(
                address("http://127.0.0.1:" + upstream.getAddress().getPort()), CLUSTERS, POOL, targets);

        assertThatThrownBy(() -> other.read(NOON, LIMIT))
                .isInstanceOf(ReadFailed.class)
                .hasMessageContaining("node id");
        assertThat(other.envoy()).isEmpty();

        assertThat(of("a", other.read(NOON.plusSeconds(1), LIMIT)).gauges()).containsKey("envoy.membership_total");
        assertThat(other.envoy()).isEqualTo("checkout-envoy-1");
    }

    @Test
    void requests_that_are_not_answered_are_active_until_the_envoy_gives_them_up() throws Exception {
        assertThat(source.envoy()).isEqualTo("checkout-envoy-1");
        Reading before = of("a", read());
        var waiting = List.of(sendAndLeave("/hang"), sendAndLeave("/hang"));
        Reading hanging = of("a", read());
        while (hanging.gauges().get(ACTIVE) < 2) {
            hanging = of("a", read());
        }
        assertThat(hanging.counters().get(REQUESTED) - before.counters().get(REQUESTED))
                .isEqualTo(2);
        assertThat(hanging.gauges().get(READ_ENDED))
                .isGreaterThan(hanging.gauges().get(READ_BEGAN));
        assertThat(hanging.gauges().get(READ_BEGAN))
                .isGreaterThan(before.gauges().get(READ_ENDED));

        waiting.forEach(each -> each.cancel(true));
        Reading left = of("a", read());
        while (left.gauges().get(ACTIVE) > 0) {
            left = of("a", read());
        }
        assertThat(left.counters().get(GIVEN_UP) - before.counters().get(GIVEN_UP))
                .isEqualTo(2);
        assertThat(left.counters().get(COMPLETED)).isEqualTo(before.counters().get(COMPLETED));
    }

    private static EnvoyAddress address(String uri) {
        return EnvoyAddress.admin(URI.create(uri));
    }

    private CompletableFuture<?> sendAndLeave(String path) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listenPort + path))
                        .build(),
                HttpResponse.BodyHandlers.discarding());
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private void edit(String value) throws Exception {
        String query = Pool.runtimeKey(POOL) + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + "/runtime_modify?" + query))
                .POST(HttpRequest.BodyPublishers.noBody());
        assertThat(client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
    }

    /**
     * With only one request, an Envoy returns the previous merge each time; the speed of a merge depends on the
     * machine.
     */
    @Test
    void latencies_are_of_this_read_and_not_of_the_one_before() throws Exception {
        int sent = 0;
        int inStep = 0;
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 5; i++) {
                send("/sut");
                sent++;
            }
            inStep += timed(of("a", read())) == sent ? 1 : 0;
        }
        assertThat(inStep).isPositive();
    }

    private static long timed(Reading reading) {
        return reading.latencies().getOrDefault("latency", new TreeMap<>()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private static Reading of(String host, Map<String, Reading> readings) {
        return Objects.requireNonNull(readings.get(host));
    }

    private Map<String, Reading> read() throws ReadFailed {
        return read(Instant.now());
    }

    private Map<String, Reading> read(Instant at) throws ReadFailed {
        return source.read(at, LIMIT);
    }

    private void send(String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listenPort + path));
        client.send(request.build(), HttpResponse.BodyHandlers.discarding());
    }

    private static final String BOOTSTRAP =
            """
            admin: {address: {socket_address: {address: 127.0.0.1, port_value: {admin}}}}
            node: {id: checkout-envoy-1, cluster: checkout}
            stats_flush_on_admin: true
            enable_dispatcher_stats: true
            layered_runtime: {layers: [
              {name: base, static_layer: {redliner.checkout.share: {numerator: 100000, denominator: MILLION}}},
              {name: redliner, static_layer: {redliner.checkout.share: {numerator: 250000, denominator: MILLION}}},
              {name: admin, admin_layer: {}}]}
            static_resources:
              listeners:
              - name: in
                address: {socket_address: {address: 127.0.0.1, port_value: {listen}}}
                filter_chains:
                - filters:
                  - name: envoy.filters.network.http_connection_manager
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                      stat_prefix: checkout
                      http_filters:
                      - name: lua
                        typed_config:
                          "@type": type.googleapis.com/envoy.extensions.filters.http.lua.v3.Lua
                          default_source_code: {inline_string: "function envoy_on_request(h) if h:headers():get(':path') == '/expensive' then local t = os.clock() + 0.02; while os.clock() < t do end end end"}
                      - {name: router, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}}
                      route_config:
                        virtual_hosts:
                        - name: all
                          domains: ["*"]
                          routes:
                          - {match: {prefix: /peers}, route: {cluster: checkout-rest}}
                          - {match: {prefix: /a.1}, route: {cluster: checkout-sut-a.1}}
                          - {match: {prefix: /a.2}, route: {cluster: checkout-sut-a.2}}
                          - {match: {prefix: /}, route: {cluster: checkout-sut}}
              clusters:
              - {name: checkout-sut, load_assignment: {cluster_name: checkout-sut, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: {upstream}}}}}]}]}}
              - {name: checkout-sut-a.1, load_assignment: {cluster_name: checkout-sut-a.1, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: {upstream}}}}}]}]}}
              - {name: checkout-sut-a.2, load_assignment: {cluster_name: checkout-sut-a.2, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: {upstream}}}}}]}]}}
              - {name: checkout-rest, load_assignment: {cluster_name: checkout-rest, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: {upstream}}}}}]}]}}
            """;
}
