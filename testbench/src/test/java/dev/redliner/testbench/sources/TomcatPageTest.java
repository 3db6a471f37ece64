package dev.redliner.testbench.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.collector.scrape.ScrapeLimits;
import dev.redliner.collector.scrape.ScrapeSource;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SignalNames;
import dev.redliner.http.AddressRange;
import dev.redliner.testbench.Needs;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Debian's Tomcat 10 with Prometheus's JMX exporter as an agent, and the exporter's settings of the examples. It is a
 * host of the service that {@code benchmark services} measures.
 */
class TomcatPageTest {
    private static final Path SETTINGS = Path.of("../docs/examples/jmx-exporter/tomcat.yaml");
    /** The build copies it. */
    private static final Path AGENT = Path.of("target/agents/jmx_prometheus_javaagent.jar");

    private static final Path HOST = Path.of("services/tomcat10/host");
    private static final int REQUESTS = 7;
    private static final List<String> SIGNALS = List.of(
            "jvm.memory_used_bytes_area_heap",
            "jvm.memory_pool_allocated_bytes_total",
            "jvm.memory_pool_collection_used_bytes",
            "jvm.threads_current",
            "app.process_cpu_seconds_total",
            "app.process_open_fds");

    @TempDir
    private Path folder;

    private Process tomcat;
    private URI page;
    private URI service;

    @BeforeEach
    void start() throws IOException {
        // .../tomcat10/bin/catalina.sh
        Path home = Objects.requireNonNull(Needs.tool("catalina.sh").getParent().getParent());
        int port = freePort();
        int pagePort = freePort();
        service = URI.create("http://127.0.0.1:" + port + "/page.jsp");
        page = URI.create("http://127.0.0.1:" + pagePort + "/metrics");
        var builder = new ProcessBuilder(HOST.toString(), Integer.toString(port), folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().put("CATALINA_HOME", home.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment()
                .put(
                        "CATALINA_OPTS",
                        "-javaagent:" + AGENT.toAbsolutePath() + "=127.0.0.1:" + pagePort + ":" + SETTINGS);
        tomcat = builder.start();
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> request() == 200);
    }

    @AfterEach
    void stop() throws InterruptedException {
        tomcat.destroyForcibly().waitFor();
    }

    @Test
    void the_signals_and_the_names_of_the_example_are_on_its_page() throws Exception {
        double before = requests(read());
        for (int i = 0; i < REQUESTS; i++) {
            request();
        }

        Reading reading = read();

        var names = new TreeSet<>(reading.gauges().keySet());
        names.addAll(reading.counters().keySet());
        assertThat(names)
                .as("names that docs/examples/jmx-exporter.yaml reads; %s", said())
                .contains(
                        "jvm.gc_collection_seconds_sum",
                        "jvm.threads_state_state_BLOCKED",
                        "app.tomcat_threadpool_currentthreadsbusy");
        assertThat(requests(reading) - before)
                .as("Tomcat's own count of the requests")
                .isEqualTo(REQUESTS);
        assertThat(reading.gauges().get("app.tomcat_threadpool_maxthreads"))
                .as("maxThreads of its server.xml")
                .isEqualTo(4.0);
        assertThat(SignalNames.BUILT_IN).as("signals that every run has").containsAll(SIGNALS);
        assertThat(names).containsAll(SIGNALS);
        assertThat(reading.gauges()).containsKeys(MetricNames.PROCESS_START, MetricNames.PROCESS_BUILD);
        assertThat(reading.gaps()).isEmpty();
    }

    private int request() throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(service).build(), BodyHandlers.discarding())
                .statusCode();
    }

    private static double requests(Reading reading) {
        return Objects.requireNonNull(reading.counters().get("app.tomcat_requestcount_total"));
    }

    private Reading read() throws ReadFailed {
        var targets = new Targets(
                List.of(AddressRange.parse("127.0.0.0/8")),
                1 << 20,
                SystemDefaultDnsResolver.INSTANCE,
                new SimpleMeterRegistry());
        var source = new ScrapeSource("a", page, targets, new ScrapeLimits(List.of("*"), 500, 20_000));
        try {
            return Objects.requireNonNull(
                    source.read(Instant.now(), Duration.ofSeconds(10)).get("a"));
        } finally {
            source.close();
            targets.close();
        }
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("said"));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
