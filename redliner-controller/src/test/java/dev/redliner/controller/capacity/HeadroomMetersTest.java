package dev.redliner.controller.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.controller.service.ReadServices;
import dev.redliner.controller.service.StoredService;
import dev.redliner.controller.traffic.PeakTraffic.Peak;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeadroomMetersTest {
    private static final Instant NOW = Instant.parse("2027-01-10T12:00:00Z");
    private static final String TWO_HOSTS =
            """
            service: NAME
            pool:
              hosts:
                - {id: a, address: "10.0.0.1:8080"}
                - {id: b, address: "10.0.0.2:8080"}
              sut: a
              maxShare: 60%
            envoy:
              admin: ["http://127.0.0.1:9901"]
            rules:
              - {id: slo, pass: 'latency.p99 <= duration("250ms")'}
            """;

    private final List<StoredService> services = new ArrayList<>();
    private final Map<String, Double> safe = new HashMap<>();
    private final Map<String, Double> peaks = new HashMap<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final HeadroomMeters headroom = new HeadroomMeters(
            () -> services,
            new ReadServices(),
            service -> Optional.ofNullable(safe.get(service)),
            service -> Optional.ofNullable(peaks.get(service)).map(rps -> new Peak(rps, NOW)),
            meters);

    private void has(String name, long revision, String text) {
        services.removeIf(service -> service.name().equals(name));
        services.add(new StoredService(name, revision, text.replace("NAME", name), NOW, "ana"));
    }

    private Optional<Double> value(String metric, String service) {
        headroom.refresh();
        return Optional.ofNullable(meters.find(metric).tag("service", service).gauge())
                .map(Gauge::value);
    }

    @Test
    void headroom_is_what_the_peak_leaves_of_the_hosts_times_the_safe_rate() {
        has("checkout", 1, TWO_HOSTS);
        safe.put("checkout", 100.0);
        peaks.put("checkout", 150.0);
        assertThat(value("redliner.capacity.headroom", "checkout").orElseThrow())
                .isCloseTo(0.25, within(1e-9));
        assertThat(value("redliner.capacity.hosts", "checkout")).contains(2.0);
        assertThat(value("redliner.capacity.peak.rps", "checkout")).contains(150.0);
        peaks.put("checkout", 250.0);
        assertThat(value("redliner.capacity.headroom", "checkout").orElseThrow())
                .isCloseTo(-0.25, within(1e-9));
    }

    @Test
    void without_a_safe_rate_or_known_traffic_there_is_none() {
        has("checkout", 1, TWO_HOSTS);
        peaks.put("checkout", 150.0);
        assertThat(value("redliner.capacity.headroom", "checkout")).isEmpty();
        safe.put("checkout", 100.0);
        peaks.clear();
        assertThat(value("redliner.capacity.headroom", "checkout")).isEmpty();
        assertThat(value("redliner.capacity.peak.rps", "checkout")).isEmpty();
    }

    @Test
    void a_changed_definition_counts_and_an_unreadable_or_removed_one_has_no_values() {
        has("checkout", 1, TWO_HOSTS);
        safe.put("checkout", 100.0);
        peaks.put("checkout", 150.0);
        assertThat(value("redliner.capacity.hosts", "checkout")).contains(2.0);
        has("checkout", 2, TWO_HOSTS.replace("  sut: a", "    - {id: c, address: \"10.0.0.3:8080\"}\n  sut: a"));
        assertThat(value("redliner.capacity.hosts", "checkout")).contains(3.0);
        assertThat(value("redliner.capacity.headroom", "checkout").orElseThrow())
                .isCloseTo(0.5, within(1e-9));
        has("checkout", 3, "no longer: valid");
        assertThat(value("redliner.capacity.headroom", "checkout")).isEmpty();
        services.clear();
        assertThat(value("redliner.capacity.peak.rps", "checkout")).isEmpty();
    }
}
