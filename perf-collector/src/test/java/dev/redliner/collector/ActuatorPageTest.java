package dev.redliner.collector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.Reading;
import dev.redliner.collector.scrape.ScrapeLimits;
import dev.redliner.collector.scrape.ScrapeSource;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SignalNames;
import dev.redliner.http.AddressRange;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** The page of a real service with Actuator: the collector's own. */
class ActuatorPageTest {
    @Test
    void the_signals_of_a_service_with_actuator_are_on_its_page() throws Exception {
        try (var context = new SpringApplicationBuilder(CollectorApplication.class)
                .properties("spring.config.name=collector,application")
                .run(
                        "--server.port=0",
                        "--spring.kafka.bootstrap-servers=127.0.0.1:1",
                        "--spring.kafka.admin.auto-create=false",
                        "--server.tomcat.mbeanregistry.enabled=true")) {
            String port = context.getEnvironment().getProperty("local.server.port");
            Reading reading = read(URI.create("http://127.0.0.1:" + port + "/actuator/prometheus"));
            // the requests of the first read are on the page of the second
            reading = read(URI.create("http://127.0.0.1:" + port + "/actuator/prometheus"));

            var names = new TreeSet<>(reading.gauges().keySet());
            names.addAll(reading.counters().keySet());
            assertThat(names)
                    .as("of the signals that every run has")
                    .contains(
                            "jvm.memory_used_bytes_area_heap",
                            "jvm.memory_max_bytes_area_heap",
                            "jvm.memory_usage_after_gc",
                            "jvm.gc_memory_allocated_bytes_total",
                            "jvm.threads_live_threads",
                            "jvm.threads_states_threads_state_runnable",
                            "jvm.threads_states_threads_state_timed_waiting",
                            "app.process_cpu_usage",
                            "app.process_files_open_files",
                            "app.tomcat_threads_busy_threads",
                            "app.tomcat_threads_config_max_threads",
                            "app.http_server_requests_seconds_count",
                            "app.http_server_requests_seconds_sum",
                            MetricNames.PROCESS_START);
            assertThat(SignalNames.BUILT_IN)
                    .containsAll(names.stream()
                            .filter(name -> name.startsWith("app.tomcat_threads")
                                    || name.startsWith("jvm.threads_states_threads_state_r"))
                            .toList());
            assertThat(reading.gauges().get("jvm.memory_used_bytes_area_heap"))
                    .isLessThan(reading.gauges().get("jvm.memory_used_bytes"));
            assertThat(reading.gaps()).isEmpty();
        }
    }

    private static Reading read(URI page) throws Exception {
        var targets = new Targets(
                List.of(AddressRange.parse("127.0.0.0/8")),
                1 << 20,
                SystemDefaultDnsResolver.INSTANCE,
                new SimpleMeterRegistry());
        var limits = new ScrapeLimits(List.of("*"), 500, 20_000);
        var source = new ScrapeSource("a", page, targets, limits);
        try {
            return Objects.requireNonNull(
                    source.read(Instant.now(), Duration.ofSeconds(10)).get("a"));
        } finally {
            source.close();
        }
    }
}
