package dev.redliner.testbench.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.analyzer.AnalyzerApplication;
import dev.redliner.collector.CollectorApplication;
import dev.redliner.contracts.Topics;
import dev.redliner.controller.ControllerApplication;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.redirector.RedirectorApplication;
import dev.redliner.redirector.order.OrderHandler;
import dev.redliner.service.ServiceYaml;
import dev.redliner.standalone.kafka.EmbeddedKafka;
import dev.redliner.testbench.MostlyWaits;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Parts that start before their broker. */
@MostlyWaits
class LateBrokerIT {
    private static final String SERVICE =
            """
            service: checkout
            pool: {hosts: [a=127.0.0.1:1, b=127.0.0.1:2], sut: a, maxShare: 80%}
            rules: [{id: p99, pass: 'latency.p99 <= duration("200ms")'}]
            """;

    private final Path folder;
    private final List<ConfigurableApplicationContext> parts = new ArrayList<>();

    LateBrokerIT(@TempDir Path folder) {
        this.folder = folder;
    }

    @AfterEach
    void stop() {
        parts.forEach(ConfigurableApplicationContext::close);
    }

    @Test
    void each_part_creates_its_topics_and_the_controller_tells_its_pools_when_the_broker_comes() throws Exception {
        int port = freePort();
        start(port, CollectorApplication.class, "collector");
        start(port, AnalyzerApplication.class, "analyzer");
        var desk = start(port, RedirectorApplication.class, "redirector").getBean(OrderHandler.class);
        var catalog = start(port, ControllerApplication.class, "controller").getBean(ServiceCatalog.class);
        catalog.apply(ServiceYaml.parse(null, SERVICE), SERVICE, OptionalLong.empty(), "test");

        try (var kafka = EmbeddedKafka.start(folder.resolve("kafka"), port);
                var admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() -> assertThat(admin.listTopics().names().get())
                            .contains(
                                    Topics.SAMPLES,
                                    Topics.VERDICTS,
                                    Topics.ACKS,
                                    Topics.POOLS,
                                    Topics.WATCHES,
                                    Topics.REDIRECTS));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> desk.pool("checkout").isPresent());
            stop();
            parts.clear();
        }
    }

    private ConfigurableApplicationContext start(int kafkaPort, Class<?> part, String name) {
        var context = new SpringApplicationBuilder(part)
                .properties("spring.config.name=" + name + ",application")
                .run(Stream.of(
                                "server.port=0",
                                "redliner.redirector.xds.port=0",
                                "redliner.data=" + folder.resolve(name),
                                "spring.kafka.bootstrap-servers=127.0.0.1:" + kafkaPort)
                        .map("--"::concat)
                        .toArray(String[]::new));
        parts.add(context);
        return context;
    }

    private static int freePort() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
