package dev.redliner.collector.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.redliner.collector.fetch.AddressRange;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.SampleBatch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real Envoy, with one upstream in both clusters. */
class RealEnvoyTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Map<String, String> CLUSTERS = Map.of("a", "checkout-sut", SampleBatch.PEERS, "checkout-rest");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Targets targets = new Targets(
            List.of(AddressRange.parse("127.0.0.0/8")),
            8 << 20,
            SystemDefaultDnsResolver.INSTANCE,
            new SimpleMeterRegistry());
    private HttpServer upstream;
    private Process envoy;
    private int listenPort;
    private EnvoySource source;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        upstream.createContext("/", exchange -> {
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/broken") ? 500 : 200, -1);
            exchange.close();
        });
        upstream.start();
        listenPort = freePort();
        int adminPort = freePort();
        Path bootstrap = folder.resolve("envoy.yaml");
        Files.writeString(
                bootstrap,
                BOOTSTRAP
                        .replace("{admin}", "" + adminPort)
                        .replace("{listen}", "" + listenPort)
                        .replace("{upstream}", "" + upstream.getAddress().getPort()));
        envoy = new ProcessBuilder(
                        findEnvoy(),
                        "-c",
                        bootstrap.toString(),
                        "--use-dynamic-base-id",
                        "--concurrency",
                        "1",
                        "-l",
                        "error")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("envoy.log").toFile())
                .start();
        source = new EnvoySource(URI.create("http://127.0.0.1:" + adminPort + "/"), CLUSTERS, targets);
        awaitReady();
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
        assertThat(before.counters()).containsEntry("requested", 0.0);
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

    /** Asked only once, an Envoy tells of the merge before each time; how fast a merge is depends on the machine. */
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
        return source.read(Instant.now(), LIMIT);
    }

    private void send(String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listenPort + path));
        client.send(request.build(), HttpResponse.BodyHandlers.discarding());
    }

    private void awaitReady() throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() < until && envoy.isAlive()) {
            try {
                if (of("a", read()).gaps().isEmpty()) {
                    return;
                }
            } catch (ReadFailed e) {
                envoy.waitFor(100, TimeUnit.MILLISECONDS);
            }
        }
        throw new AssertionError("the Envoy did not start");
    }

    private static String findEnvoy() throws IOException, InterruptedException {
        var search = new ProcessBuilder("../bin/find-envoy", "--no-fetch")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String path = new String(search.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        Assumptions.assumeTrue(search.waitFor() == 0, "no Envoy on this machine; bin/find-envoy fetches one");
        return path.strip();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static final String BOOTSTRAP =
            """
            admin: {address: {socket_address: {address: 127.0.0.1, port_value: {admin}}}}
            stats_flush_on_admin: true
            static_resources:
              listeners:
              - name: in
                address: {socket_address: {address: 127.0.0.1, port_value: {listen}}}
                filter_chains:
                - filters:
                  - name: envoy.filters.network.http_connection_manager
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                      stat_prefix: in
                      http_filters:
                      - {name: router, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}}
                      route_config:
                        virtual_hosts:
                        - name: all
                          domains: ["*"]
                          routes:
                          - {match: {prefix: /peers}, route: {cluster: checkout-rest}}
                          - {match: {prefix: /}, route: {cluster: checkout-sut}}
              clusters:
              - {name: checkout-sut, load_assignment: {cluster_name: checkout-sut, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: {upstream}}}}}]}]}}
              - {name: checkout-rest, load_assignment: {cluster_name: checkout-rest, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: {upstream}}}}}]}]}}
            """;
}
