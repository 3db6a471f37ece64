package dev.redliner.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.collector.sampling.SamplingScheduler;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.health.contributor.Status;
import org.springframework.util.unit.DataSize;

class CollectorApplicationTest {

    @Test
    void it_starts_without_kafka_and_says_so_in_its_health() {
        try (var context = new SpringApplicationBuilder(CollectorApplication.class)
                .properties("spring.config.name=collector,application")
                .run(
                        "--server.port=0",
                        // without it, Tomcat switches its MBeans off for the whole process, and another test reads them
                        "--server.tomcat.mbeanregistry.enabled=true",
                        "--spring.kafka.bootstrap-servers=127.0.0.1:1",
                        "--spring.kafka.admin.auto-create=false",
                        "--redliner.collector.node=node-1",
                        "--redliner.collector.pool=checkout",
                        "--redliner.collector.reporters[0].pool=payment",
                        "--redliner.collector.reporters[0].host=p1",
                        "--redliner.collector.reporters[0].scrape=http://127.0.0.1:1/metrics")) {
            assertThat(context.getEnvironment().getProperty("spring.application.name"))
                    .isEqualTo("redliner-collector");
            assertThat(context.getBean(SamplingScheduler.class).size()).isEqualTo(2);
            var health = context.getBean(CollectorHealth.class).health();
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails())
                    .containsEntry("lastShipped", "never")
                    .containsEntry("reporters", 2);
        }
    }

    @Test
    void the_defaults_are_these() {
        assertThat(bind(Map.of()))
                .isEqualTo(new CollectorProperties(
                        "",
                        "",
                        "",
                        new CollectorProperties.ServiceProcess(0, null, null),
                        0,
                        List.of(),
                        false,
                        Duration.ZERO,
                        List.of("127.0.0.0/8", "::1/128"),
                        List.of("process_*", "jvm_*", "http_server_*", "*"),
                        500,
                        20_000,
                        false,
                        DataSize.ofMegabytes(8),
                        new CollectorProperties.Otlp(false, "", 0)));
    }

    @Test
    void a_reporter_is_configured_by_these_names() {
        var properties = bind(Map.of(
                "redliner.collector.reporters[0].pool", "checkout",
                "redliner.collector.reporters[0].host", "a",
                "redliner.collector.reporters[0].oshi", "true",
                "redliner.collector.reporters[0].scrape", "http://127.0.0.1:8001/metrics",
                "redliner.collector.reporters[0].envoys[0]", "http://127.0.0.1:9901"));
        assertThat(properties.reporters())
                .containsExactly(new CollectorProperties.HostToRead(
                        "checkout",
                        "a",
                        true,
                        URI.create("http://127.0.0.1:8001/metrics"),
                        List.of(URI.create("http://127.0.0.1:9901"))));
    }

    @Test
    void impossible_settings_are_refused() {
        assertThatThrownBy(() -> bind(Map.of("redliner.collector.idle-interval", "50ms")))
                .hasRootCauseMessage("redliner.collector.idle-interval PT0.05S is neither zero nor 100 ms or more");
        assertThatThrownBy(() -> bind(Map.of("redliner.collector.pool", "checkout")))
                .hasRootCauseMessage("redliner.collector.pool is set, but redliner.collector.node is not");
        assertThatThrownBy(() -> bind(Map.of("redliner.collector.process.port", "65536")))
                .hasRootCauseMessage("redliner.collector.process.port 65536 is not within 0 to 65535");
        assertThatThrownBy(() -> bind(Map.of("redliner.collector.link-megabits", "1000")))
                .hasRootCauseMessage(
                        "redliner.collector.link-megabits is set, but the node is not read: set redliner.collector.node");
        assertThatThrownBy(() -> bind(Map.of("redliner.collector.otlp.enabled", "true")))
                .hasRootCauseMessage(
                        "redliner.collector.otlp.enabled is set, but the node is not read: set redliner.collector.node");
        assertThatThrownBy(() -> bind(Map.of("redliner.collector.otlp.grpc-port", "65536")))
                .hasRootCauseMessage("redliner.collector.otlp.grpc-port 65536 is not within 0 to 65535");
        assertThatThrownBy(() -> bind(Map.of("redliner.collector.otlp.grpc-port", "4317")))
                .hasRootCauseMessage(
                        "redliner.collector.otlp.grpc-port is set, but redliner.collector.otlp.enabled is not");
        assertThatThrownBy(() -> bind(Map.of("redliner.collector.process.port", "8080")))
                .hasRootCauseMessage(
                        "redliner.collector.process is set, but the node is not read: set redliner.collector.node");
    }

    private static CollectorProperties bind(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("redliner.collector", CollectorProperties.class);
    }
}
