package dev.redliner.testbench.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.collector.scrape.ScrapeLimits;
import dev.redliner.collector.scrape.ScrapeSource;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.HostMetrics;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.http.AddressRange;
import dev.redliner.testbench.Needs;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reads the pages of Prometheus's own exporters, which bin/find-tool fetches. */
class RealExportersTest {
    private static final String NODE = "prometheus-node-exporter";
    private static final String POSTGRES = "prometheus-postgres-exporter";

    private final Targets targets = new Targets(
            List.of(AddressRange.parse("127.0.0.0/8")),
            8 << 20,
            SystemDefaultDnsResolver.INSTANCE,
            new SimpleMeterRegistry());
    private @Nullable Process exporter;
    private @Nullable ScrapeSource source;

    @AfterEach
    void stop() {
        if (source != null) {
            source.close();
        }
        targets.close();
        if (exporter != null) {
            exporter.destroyForcibly();
        }
    }

    @Test
    void a_node_exporter_has_the_metrics_of_its_host_and_none_of_the_service() throws Exception {
        start(NODE, List.of("node_load*"), Map.of());
        // the CPU is that between two pages whose counters, in ticks of 10 ms, differ
        await().atMost(Duration.ofSeconds(10)).until(() -> read().gauges().containsKey(MetricNames.HOST_CPU));
        Reading reading = read();

        assertThat(reading.gauges())
                .containsKeys(
                        MetricNames.HOST_CPU,
                        MetricNames.HOST_CPUS,
                        MetricNames.HOST_MEMORY,
                        HostMetrics.LOAD1,
                        HostMetrics.MEMORY_USED,
                        HostMetrics.TCP_ESTABLISHED,
                        HostEvidence.CPU_USER,
                        HostEvidence.CPU_BUSIEST,
                        "app.node_load1")
                .containsEntry(
                        MetricNames.HOST_CPUS, (double) Runtime.getRuntime().availableProcessors())
                .doesNotContainKeys(MetricNames.PROCESS_START, MetricNames.PROCESS_BUILD);
        assertThat(reading.gauges().get(MetricNames.HOST_CPU)).isBetween(0.0, 1.0);
        assertThat(reading.counters())
                .containsKeys(HostMetrics.CONTEXT_SWITCHES, HostMetrics.NET_RX_BYTES, HostMetrics.TCP_RETRANSMITS);
        assertThat(reading.gaps())
                .extracting(Gap::name)
                .as("what include does not list is no gap")
                .noneMatch(name -> name.startsWith("app."));
    }

    @Test
    void a_postgres_exporter_counts_the_connections_of_a_service_that_uses_the_database() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            start(
                    POSTGRES,
                    List.of("pg_*"),
                    Map.of(
                            "DATA_SOURCE_NAME",
                            "postgresql://postgres@127.0.0.1:" + postgres.getPort() + "/postgres?sslmode=disable"));
            double before = connections(read());
            assertThat(read().gauges()).containsEntry("app.pg_up", 1.0).containsKey("app.pg_settings_max_connections");

            List<Connection> held = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                held.add(postgres.getPostgresDatabase().getConnection());
            }
            // backends of other tools come and go, such as the checks of the embedded server
            await().atMost(Duration.ofSeconds(10)).until(() -> connections(read()) >= before + 4);
            for (Connection connection : held) {
                connection.close();
            }
            await().atMost(Duration.ofSeconds(10)).until(() -> connections(read()) < before + 4);
        }
    }

    /** The metric of docs/examples/with-a-database.yaml. */
    private static double connections(Reading reading) {
        return Objects.requireNonNull(reading.gauges().get("app.pg_stat_activity_count"));
    }

    private void start(String tool, List<String> include, Map<String, String> environment) throws Exception {
        int port = freePort();
        var builder = new ProcessBuilder(Needs.tool(tool).toString(), "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        exporter = builder.start();
        source = new ScrapeSource(
                "a",
                URI.create("http://127.0.0.1:" + port + "/metrics"),
                targets,
                new ScrapeLimits(include, 500, 20_000));
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> !read().gauges()
                .isEmpty());
    }

    private Reading read() throws ReadFailed {
        return Objects.requireNonNull(Objects.requireNonNull(source)
                .read(Instant.now(), Duration.ofSeconds(10))
                .get("a"));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
