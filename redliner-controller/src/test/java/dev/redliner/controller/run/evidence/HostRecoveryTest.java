package dev.redliner.controller.run.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.controller.run.TestTick;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HostRecoveryTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration LIMIT = Duration.ofMillis(250);

    /** 50 rps with a median of 20 ms. */
    private final Baseline normal = new Baseline(
            Map.of(),
            TickSum.NONE.plus(tick(0, 50, 20)),
            0,
            PeerSum.NONE,
            PeerBaseline.UNKNOWN,
            Map.of(),
            List.of(),
            START,
            SignalSum.NONE,
            0,
            0,
            EnvoyTime.NONE);

    private HostRecovery seen = HostRecovery.NONE;

    @Test
    void two_normal_seconds_are_a_recovery() {
        second(1, 50, 20);
        assertThat(seen.recovered()).isNull();
        second(2, 50, 21);
        assertThat(seen.recovered()).isEqualTo(START.plusSeconds(2));
        assertThat(seen.deviation()).isNull();
    }

    @Test
    void a_host_that_recovers_later_keeps_its_last_deviation() {
        second(1, 50, 90);
        second(2, 50, 90);
        assertThat(seen.deviation()).contains("its median latency is 9");
        second(3, 50, 20);
        second(4, 50, 20);
        assertThat(seen.recovered()).isNotNull();
        assertThat(seen.deviation()).contains("its median latency is");
    }

    @Test
    void seconds_with_too_few_requests_are_no_time_for_which_a_slow_host_was_watched() {
        second(1, 50, 90);
        second(2, 50, 90);
        for (int i = 3; i < 20; i++) {
            second(i, 4, 20);
        }
        assertThat(seen.recovered()).isNull();
        // the second after the last two with enough requests still has 20 of them with the one before
        assertThat(seen.watched()).isBetween(START.plusSeconds(2), START.plusSeconds(3));
    }

    private void second(int end, int requests, int latencyMs) {
        seen = seen.observe(tick(end, requests, latencyMs), normal, LIMIT, START.plusSeconds(end));
    }

    private static Tick tick(int end, int requests, int latencyMs) {
        var counts = new TreeMap<Integer, Long>();
        counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(latencyMs)), (long) requests);
        return TestTick.of(START.plusSeconds(end - 1), START.plusSeconds(end), requests)
                .latency(LatencyHistogram.of(counts, latencyMs / 1e3 * requests))
                .tick();
    }
}
