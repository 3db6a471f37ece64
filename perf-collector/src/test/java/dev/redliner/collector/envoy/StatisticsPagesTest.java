package dev.redliner.collector.envoy;

import static dev.redliner.contracts.sample.MetricNames.DOWNSTREAM_SECONDS;
import static dev.redliner.contracts.sample.MetricNames.ENVOY_BUSY;
import static dev.redliner.contracts.sample.MetricNames.FOREIGN_SHARE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.redliner.collector.TestEnvoy;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of the statistics of a real Envoy, behind the listener of the example, beside its admin pages.
 */
class StatisticsPagesTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Path EXAMPLE = Path.of("../docs/examples/envoy/statistics-listener.yaml");
    private static final String POOL = "checkout";
    private static final Map<String, String> CLUSTERS =
            Map.of("a.1", "checkout-sut-a.1", "a.1-b", "checkout-sut-a.1-b", SampleBatch.PEERS, "checkout-rest");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Targets targets = TestEnvoy.targets();
    private HttpServer upstream;
    private Process envoy;
    private int listenPort;
    private URI admin;
    private URI page;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        upstream.setExecutor(Executors.newCachedThreadPool());
        upstream.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            try {
                Thread.sleep(Long.parseLong("0" + path.replaceAll(".*/", "").replaceAll("[^0-9]", "")));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(path.endsWith("/broken") ? 500 : 200, -1);
            exchange.close();
        });
        upstream.start();
        listenPort = TestEnvoy.freePort();
        int adminPort = TestEnvoy.freePort();
        int statistics = TestEnvoy.freePort();
        admin = URI.create("http://127.0.0.1:" + adminPort);
        page = URI.create("http://127.0.0.1:" + statistics + "/stats/prometheus");
        String upstreamPort = "" + upstream.getAddress().getPort();
        envoy = TestEnvoy.start(
                folder,
                Files.readString(EXAMPLE)
                                .replace("9901", "" + adminPort)
                                .replace("10.0.0.7, port_value: 15090", "127.0.0.1, port_value: " + statistics)
                                .replace("  listeners:\n", LISTENER.replace("{listen}", "" + listenPort))
                                .replace("  clusters:\n", CLUSTERS_OF_ENVOY.replace("{upstream}", upstreamPort))
                        + "node: {id: edge-1, cluster: edge}\n",
                adminPort);
        EnvoySource first = source(new EnvoyAddress(page, "edge-1"));
        TestEnvoy.await(
                envoy, () -> of("a.1", first.read(Instant.now(), LIMIT)).gaps().isEmpty());
        first.close();
    }

    @AfterEach
    void stop() {
        targets.close();
        envoy.destroyForcibly();
        upstream.stop(0);
    }

    @Test
    void both_give_the_same_counts_and_about_the_same_latencies_of_each_cluster() throws Exception {
        var slow = new ArrayList<CompletableFuture<?>>();
        // most of them in one bucket, where its width shows
        for (int same = 0; same < 60; same++) {
            slow.add(sendAsync("/a.1/10"));
        }
        for (int millis = 3; millis < 400; millis += 1 + millis / 12) {
            slow.add(sendAsync("/a.1/" + millis));
        }
        slow.forEach(CompletableFuture::join);
        send("/a.1/broken");
        send("/a.1-b/x");
        send("/rest/x");
        send("/rest/y");
        EnvoySource byAdmin = source(EnvoyAddress.admin(admin));
        EnvoySource byPage = source(new EnvoyAddress(page, "edge-1"));
        // an Envoy merges the histograms of its workers every few seconds, and all of them at once
        TestEnvoy.await(
                envoy,
                () -> latency(of(SampleBatch.PEERS, byAdmin.read(Instant.now(), LIMIT)))
                                .count()
                        == 2);

        Map<String, Reading> expected = byAdmin.read(Instant.now(), LIMIT);
        Map<String, Reading> read = byPage.read(Instant.now(), LIMIT);

        assertThat(byPage.envoy()).isEqualTo("edge-1").isEqualTo(byAdmin.envoy());
        for (String host : CLUSTERS.keySet()) {
            Reading of = of(host, read);
            assertThat(countsOf(of)).as(host).isEqualTo(countsOf(of(host, expected)));
            LatencyHistogram latency = latency(of);
            LatencyHistogram exact = latency(of(host, expected));
            assertThat(latency.count()).as(host).isEqualTo(exact.count());
            for (double fraction : new double[] {0.5, 0.9, 0.99}) {
                assertThat(latency.quantileSeconds(fraction) / exact.quantileSeconds(fraction))
                        .as("%s of %s", fraction, host)
                        .isBetween(0.89, 1.11);
            }
            assertThat(of.gaps()).isEmpty();
        }
        assertThat(of("a.1", read).counters())
                .containsEntry("requested", slow.size() + 1.0)
                .containsEntry("errors", 1.0);
        assertThat(of(SampleBatch.PEERS, read).counters()).containsEntry("completed", 2.0);
    }

    private static LatencyHistogram latency(Reading reading) {
        return LatencyHistogram.of(reading.latencies().get(MetricNames.LATENCY), 0);
    }

    /** The counters of the Envoy. That of the collector's own stalls is not one of them, and latencies are compared apart. */
    private static Map<String, Double> countsOf(Reading reading) {
        var counts = new HashMap<>(reading.counters());
        counts.keySet().removeAll(Set.of(MetricNames.ENVOY_STALLED, DOWNSTREAM_SECONDS));
        return counts;
    }

    @Test
    void the_workers_are_read_and_the_runtime_is_not() throws Exception {
        EnvoySource source = source(new EnvoyAddress(page, "edge-1"));
        for (int second = 0; second < 5; second++) {
            send("/a.1/30");
            source.read(Instant.now(), LIMIT);
            TimeUnit.MILLISECONDS.sleep(1_050);
        }
        Reading reading = of("a.1", source.read(Instant.now(), LIMIT));
        assertThat(reading.gauges()).containsKey(ENVOY_BUSY).doesNotContainKey(FOREIGN_SHARE);
        assertThat(reading.counters().get(DOWNSTREAM_SECONDS))
                .as("5 requests of 30 ms")
                .isGreaterThan(0.1);
        assertThat(reading.gaps()).isEmpty();
    }

    @Test
    void requests_of_every_second_are_the_same_too() throws Exception {
        send("/a.1/x");
        send("/rest/x");
        Set<String> clusters = Set.copyOf(CLUSTERS.values());
        try (var byAdmin = EnvoyAddress.admin(admin).pages(targets).requests(clusters);
                var byPage = new EnvoyAddress(page, "edge-1").pages(targets).requests(clusters)) {
            assertThat(byPage.read(LIMIT).values())
                    .isEqualTo(byAdmin.read(LIMIT).values())
                    .containsEntry("cluster.checkout-sut-a.1.upstream_rq_total", 1.0)
                    .containsEntry("cluster.checkout-sut-a.1-b.membership_change", 1.0)
                    .doesNotContainKey("cluster.checkout-sut-a.1-b.upstream_rq_total");
        }
    }

    @Test
    void no_bucket_falls_while_requests_are_answered() throws Exception {
        EnvoySource source = source(new EnvoyAddress(page, "edge-1"));
        var before = new HashMap<Integer, Long>();
        for (int read = 0; read < 100; read++) {
            sendAsync("/a.1/" + (10 + read % 7)).join();
            Reading reading = of("a.1", source.read(Instant.now(), LIMIT));
            Map<Integer, Long> buckets = reading.latencies().get(MetricNames.LATENCY);
            buckets.forEach(
                    (bucket, count) -> assertThat(count).isGreaterThanOrEqualTo(before.getOrDefault(bucket, 0L)));
            before.putAll(buckets);
        }
    }

    @Test
    void a_page_that_is_something_else_says_what_is_needed() throws Exception {
        upstream.createContext("/stats/prometheus", exchange -> {
            byte[] text =
                    "# TYPE envoy_server_uptime gauge\nenvoy_server_uptime{} 3\n".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=UTF-8");
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        var text = source(new EnvoyAddress(
                URI.create("http://127.0.0.1:" + upstream.getAddress().getPort() + "/stats/prometheus"), "edge-1"));
        assertThatThrownBy(() -> text.read(Instant.now(), LIMIT))
                .isInstanceOf(ReadFailed.class)
                .hasMessage("the page is not in the protobuf format of Prometheus; Envoy 1.40 has it");
    }

    private EnvoySource source(EnvoyAddress address) throws ReadFailed {
        return new EnvoySource(address, CLUSTERS, POOL, targets);
    }

    private static Reading of(String host, Map<String, Reading> readings) {
        return Objects.requireNonNull(readings.get(host));
    }

    private void send(String path) throws Exception {
        sendAsync(path).get(20, TimeUnit.SECONDS);
    }

    private CompletableFuture<?> sendAsync(String path) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listenPort + path))
                        .build(),
                HttpResponse.BodyHandlers.discarding());
    }

    private static final String LISTENER =
            """
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
                              - {name: router, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}}
                            route_config:
                              virtual_hosts:
                                - name: all
                                  domains: ["*"]
                                  routes:
                                    - {match: {prefix: /rest}, route: {cluster: checkout-rest}}
                                    - {match: {prefix: /a.1-b}, route: {cluster: checkout-sut-a.1-b}}
                                    - {match: {prefix: /}, route: {cluster: checkout-sut-a.1}}
            """;

    private static final String CLUSTERS_OF_ENVOY =
            """
              clusters:
                - {name: checkout-sut-a.1, load_assignment: {cluster_name: checkout-sut-a.1, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: {upstream}}}}}]}]}}
                - {name: checkout-sut-a.1-b, load_assignment: {cluster_name: checkout-sut-a.1-b, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: {upstream}}}}}]}]}}
                - {name: checkout-rest, load_assignment: {cluster_name: checkout-rest, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: {upstream}}}}}]}]}}
            """;
}
