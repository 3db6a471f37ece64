package dev.redliner.collector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.collector.scrape.ScrapeLimits;
import dev.redliner.collector.scrape.ScrapeSource;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SignalNames;
import dev.redliner.http.AddressRange;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.prometheus.jmx.JavaAgent;
import jakarta.annotation.Resource;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.catalina.startup.Tomcat;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real Tomcat with Prometheus's JMX exporter as an agent, and the exporter's settings of the examples. */
class JmxExporterPageTest {
    private static final Path SETTINGS = Path.of("../docs/examples/jmx-exporter/tomcat.yaml");
    private static final int REQUESTS = 7;
    private static final List<String> SIGNALS = List.of(
            "jvm.memory_used_bytes_area_heap",
            "jvm.memory_pool_allocated_bytes_total",
            "jvm.memory_pool_collection_used_bytes",
            "jvm.threads_current",
            "app.process_cpu_seconds_total",
            "app.process_open_fds");

    private Process tomcat;
    private URI page;
    private URI service;

    @BeforeEach
    void start() throws IOException {
        int port = freePort();
        page = URI.create("http://127.0.0.1:" + port + "/metrics");
        tomcat = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-javaagent:" + home(JavaAgent.class) + "=127.0.0.1:" + port + ":" + SETTINGS,
                        "-cp",
                        Stream.of(Tomcat.class, Resource.class, TomcatMain.class)
                                .map(JmxExporterPageTest::home)
                                .collect(Collectors.joining(File.pathSeparator)),
                        TomcatMain.class.getName())
                .redirectErrorStream(true)
                .start();
        BufferedReader said = tomcat.inputReader(StandardCharsets.UTF_8);
        String line = said.readLine();
        while (line != null && !line.startsWith(TomcatMain.PORT)) {
            line = said.readLine();
        }
        service = URI.create("http://127.0.0.1:"
                + Objects.requireNonNull(line, "Tomcat did not start").substring(TomcatMain.PORT.length()) + "/");
    }

    @AfterEach
    void stop() {
        tomcat.destroyForcibly();
    }

    @Test
    void the_signals_and_the_names_of_the_example_are_on_its_page() throws Exception {
        for (int i = 0; i < REQUESTS; i++) {
            HttpClient.newHttpClient().send(HttpRequest.newBuilder(service).build(), BodyHandlers.discarding());
        }

        Reading reading = read();

        var names = new TreeSet<>(reading.gauges().keySet());
        names.addAll(reading.counters().keySet());
        assertThat(names)
                .as("names that docs/examples/jmx-exporter.yaml reads")
                .contains(
                        "jvm.gc_collection_seconds_sum",
                        "jvm.threads_state_state_BLOCKED",
                        "app.tomcat_threadpool_currentthreadsbusy");
        assertThat(reading.counters())
                .as("Tomcat's own count of the requests")
                .containsEntry("app.tomcat_requestcount_total", (double) REQUESTS);
        assertThat(reading.gauges().get("app.tomcat_threadpool_maxthreads")).isEqualTo(200.0);
        assertThat(SignalNames.BUILT_IN).as("signals that every run has").containsAll(SIGNALS);
        assertThat(names).containsAll(SIGNALS);
        assertThat(reading.gauges()).containsKeys(MetricNames.PROCESS_START, MetricNames.PROCESS_BUILD);
        assertThat(reading.gaps()).isEmpty();
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

    private static String home(Class<?> type) {
        return Path.of(URI.create(
                        type.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toString();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
