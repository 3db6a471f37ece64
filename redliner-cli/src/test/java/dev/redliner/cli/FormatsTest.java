package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FormatsTest {
    @Test
    void a_value_has_the_unit_of_its_metric() {
        assertThat(Formats.measure("latency.p99", 0.27)).isEqualTo("270 ms");
        assertThat(Formats.measure("peers.host.cpu", 0.481)).isEqualTo("48.1%");
        assertThat(Formats.measure("pool.error_rate - baseline.pool.error_rate", 0.005))
                .isEqualTo("0.5%");
        assertThat(Formats.measure("ratio(latency.p50, peers.latency.p50)", 1.0221))
                .as("a ratio has none")
                .isEqualTo("1.022");
        assertThat(Formats.measure("pool.errors", 20.0)).isEqualTo("20");
        assertThat(Formats.measure("latency.p99 - host.cpu", 0.5)).isEqualTo("0.5");
    }
}
