package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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

    @Test
    void a_duration_has_its_two_largest_units() {
        assertThat(Formats.duration(Duration.ofMillis(7_400))).isEqualTo("7s");
        assertThat(Formats.duration(Duration.ofSeconds(159))).isEqualTo("2m39s");
        assertThat(Formats.duration(Duration.ofSeconds(3_905))).isEqualTo("1h05m");
        assertThat(Formats.duration(Duration.ofSeconds(-1)))
                .as("clocks may differ")
                .isEqualTo("0s");
    }

    @Test
    void counts_and_shares_are_rounded_for_people() {
        assertThat(Formats.count(49_294.4)).isEqualTo("49,294");
        assertThat(Formats.percent(0.507391)).isEqualTo("50.7%");
        assertThat(Formats.percent(0.2)).isEqualTo("20%");
        assertThat(Formats.percent(0.00034)).isEqualTo("0.03%");
    }
}
