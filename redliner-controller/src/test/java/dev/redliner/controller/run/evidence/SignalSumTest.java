package dev.redliner.controller.run.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.verdict.SignalValues;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignalSumTest {
    private static final Instant FROM = Instant.parse("2026-11-20T10:00:00Z");

    @Test
    void a_signal_is_the_mean_by_time_over_the_ticks_that_have_it() {
        SignalSum sum = SignalSum.NONE
                .plus(new SignalValues(FROM, Map.of("host.cpu", List.of(0.25, 0.5))), 1)
                .plus(new SignalValues(FROM, Map.of("host.cpu", List.of(0.75))), 3)
                .plus(new SignalValues(FROM, Map.of("proc.unread", List.of(4.0))), 2);

        assertThat(sum.values()).isEqualTo(Map.of("host.cpu", 0.625, "peers.host.cpu", 0.5, "proc.unread", 4.0));
    }

    @Test
    void of_the_longest_stop_the_highest_value_counts() {
        SignalSum sum = SignalSum.NONE
                .plus(new SignalValues(FROM, Map.of("proc.jvm.longest_stop", List.of(0.0, 0.3))), 1)
                .plus(new SignalValues(FROM, Map.of("proc.jvm.longest_stop", List.of(1.8, 0.0))), 0.5)
                .plus(new SignalValues(FROM, Map.of("proc.jvm.longest_stop", List.of(0.02, 0.1))), 10);

        assertThat(sum.values()).isEqualTo(Map.of("proc.jvm.longest_stop", 1.8, "peers.proc.jvm.longest_stop", 0.3));
    }
}
