package dev.redliner.contracts.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricUnitsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "error_rate",
                "host.cpu",
                "peers.host.cpu.busiest",
                "peers.max.host.memory.used",
                "host.net.busy",
                "cgroup.cpu",
                "peers.cgroup.throttled",
                "proc.fds.used"
            })
    void fractions_of_a_resource_are_read_in_percent(String metric) {
        assertThat(MetricUnits.isPercent(metric)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"host.cpus", "cgroup.cpu.limit", "proc.cpu", "proc.fds", "errors", "app.error_rate_total"})
    void others_are_not(String metric) {
        assertThat(MetricUnits.isPercent(metric)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"latency.p99", "baseline.latency.mean", "peers.latency.p999"})
    void latency_statistics_are_known(String metric) {
        assertThat(MetricUnits.isLatency(metric)).isTrue();
    }
}
