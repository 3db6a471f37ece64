package dev.redliner.controller.run.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.SignalValues;
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
            TickSum.NONE.plus(tick(-1, 50, 20)).plus(tick(0, 50, 20)),
            0,
            PeerSum.NONE.plus(withPeers(tick(-1, 50, 20), 200, 20)),
            PeerBaseline.UNKNOWN,
            Map.of(),
            List.of(),
            START,
            SignalSum.NONE.plus(new SignalValues(START, Map.of("proc.unread", List.of(1.0))), 1),
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
        assertThat(seen.deviation()).contains("50 of its 100 requests took longer than");
    }

    @Test
    void few_requests_are_judged_over_as_many_seconds_as_twenty_take() {
        second(1, 50, 90);
        second(2, 50, 90);
        for (int i = 3; i <= 7; i++) {
            assertThat(seen.recovered()).isNull();
            second(i, 4, 20);
        }
        assertThat(seen.recovered()).isEqualTo(START.plusSeconds(7));
    }

    @Test
    void fewer_requests_are_not_judged() {
        for (int i = 1; i <= 9; i++) {
            second(i, 2, 90);
        }
        assertThat(seen.recovered()).isNull();
        assertThat(seen.deviation()).isNull();
        assertThat(seen.watched()).isEqualTo(START.plusSeconds(9));
        second(10, 2, 90);
        assertThat(seen.deviation()).contains("its median latency is 9");
    }

    @Test
    void slow_requests_beyond_chance_are_not_normal_although_the_median_is() {
        observe(tail(1, 93, 7));
        assertThat(seen.recovered()).isNull();
        observe(tail(2, 94, 6));
        assertThat(seen.deviation())
                .isEqualTo("13 of its 200 requests took longer than 32.5 ms, normally at most 1 in 100");
        // chance may explain the 7 of the newest 200
        observe(tail(3, 99, 1));
        assertThat(seen.recovered()).isEqualTo(START.plusSeconds(3));
    }

    @Test
    void a_host_that_answers_nothing_is_not_normal() {
        for (int i = 1; i <= 4; i++) {
            observe(TestTick.of(START.plusSeconds(i - 1), START.plusSeconds(i), 50)
                    .latency(LatencyHistogram.EMPTY)
                    .completed(0)
                    .tick());
        }
        assertThat(seen.recovered()).isNull();
        assertThat(seen.deviation()).isEqualTo("0 of its 100 requests were answered");
    }

    @Test
    void requests_that_nobody_reads_are_not_normal() {
        observe(tick(1, 50, 20), 9.0);
        observe(tick(2, 50, 20), 8.0);
        assertThat(seen.deviation()).isEqualTo("8.5 of its connections have data that it has not read, normally 1.0");
        observe(tick(3, 50, 20), 1.0);
        observe(tick(4, 50, 20), 2.0);
        assertThat(seen.recovered()).isEqualTo(START.plusSeconds(4));
    }

    @Test
    void slowness_that_the_peers_share_is_neither_a_recovery_nor_the_opposite() {
        observe(withPeers(tick(1, 50, 90), 60, 80));
        observe(withPeers(tick(2, 50, 90), 60, 80));
        assertThat(seen.recovered()).isNull();
        assertThat(seen.deviation()).isEqualTo("its median latency is 90.5 ms, normally 20.5 ms");
        assertThat(seen.shared()).isTrue();
        assertThat(seen.slowAt()).isNull();
        // the peers are normal again, and the SUT is not
        observe(withPeers(tick(3, 50, 90), 60, 20));
        observe(withPeers(tick(4, 50, 90), 60, 20));
        assertThat(seen.shared()).isFalse();
        assertThat(seen.slowAt()).isNotNull();
    }

    @Test
    void slower_peers_do_not_explain_a_sut_that_hangs_or_has_unread_requests() {
        for (int i = 1; i <= 2; i++) {
            observe(withPeers(
                    TestTick.of(START.plusSeconds(i - 1), START.plusSeconds(i), 50)
                            .latency(LatencyHistogram.EMPTY)
                            .completed(0)
                            .tick(),
                    60,
                    80));
        }
        assertThat(seen.shared()).isFalse();
        assertThat(seen.deviation()).isEqualTo("0 of its 100 requests were answered");
        observe(withPeers(tick(3, 50, 90), 60, 80), 9.0);
        observe(withPeers(tick(4, 50, 90), 60, 80), 9.0);
        assertThat(seen.shared()).isFalse();
        assertThat(seen.deviation())
                .as("the part that the peers do not explain")
                .isEqualTo("9.0 of its connections have data that it has not read, normally 1.0");
    }

    @Test
    void bad_requests_count_as_shared_only_if_the_peers_have_more_than_at_their_baseline() {
        observe(withPeers(failing(tick(1, 50, 20)), 60, 20));
        observe(withPeers(failing(tick(2, 50, 20)), 60, 20));
        assertThat(seen.deviation()).isEqualTo("40.00% of its requests are slow or fail, normally 0.00%");
        assertThat(seen.shared()).isFalse();
        // two in five answers of the peers are slower than the limit
        observe(withPeers(failing(tick(3, 50, 20)), 60, 20, 40));
        observe(withPeers(failing(tick(4, 50, 20)), 60, 20, 40));
        assertThat(seen.shared()).isTrue();
    }

    private static Tick failing(Tick tick) {
        return TestTick.of(tick.from(), tick.to(), tick.requested())
                .latency(tick.latency())
                .errors(0.4 * tick.requested())
                .tick();
    }

    @Test
    void slower_peers_do_not_explain_a_sut_that_is_far_slower() {
        observe(withPeers(tick(1, 50, 400), 60, 40));
        observe(withPeers(tick(2, 50, 400), 60, 40));
        assertThat(seen.shared()).isFalse();
        // a few answers of the peers show nothing
        observe(withPeers(tick(3, 50, 90), 20, 80));
        observe(withPeers(tick(4, 50, 90), 20, 80));
        assertThat(seen.shared()).isFalse();
    }

    private static Tick withPeers(Tick tick, long answers, int latencyMs) {
        return withPeers(tick, answers, latencyMs, 0);
    }

    /** @param slow number of answers beside these that take longer than the limit */
    private static Tick withPeers(Tick tick, long answers, int latencyMs, long slow) {
        var counts = new TreeMap<Integer, Long>();
        counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(latencyMs)), answers);
        if (slow > 0) {
            counts.put(LatencyHistogram.bucketOf(LIMIT.multipliedBy(2)), slow);
        }
        return TestTick.of(tick.from(), tick.to(), tick.requested())
                .completed(tick.completed())
                .errors(tick.errors())
                .latency(tick.latency())
                .pool(tick.requested() + answers + slow)
                .peerLatency(LatencyHistogram.of(counts, latencyMs / 1e3 * answers + 0.5 * slow))
                .tick();
    }

    private void second(int end, int requests, int latencyMs) {
        observe(tick(end, requests, latencyMs));
    }

    private void observe(Tick tick) {
        seen = seen.observe(tick, tick.from(), null, normal, LIMIT, tick.to());
    }

    private void observe(Tick tick, double unread) {
        seen = seen.observe(
                tick,
                tick.from(),
                new SignalValues(tick.from(), Map.of("proc.unread", List.of(unread))),
                normal,
                LIMIT,
                tick.to());
    }

    private static Tick tail(int end, long fast, long slow) {
        var counts = new TreeMap<Integer, Long>();
        counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(20)), fast);
        counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(90)), slow);
        return TestTick.of(START.plusSeconds(end - 1), START.plusSeconds(end), fast + slow)
                .latency(LatencyHistogram.of(counts, 0.02 * fast + 0.09 * slow))
                .tick();
    }

    private static Tick tick(int end, int requests, int latencyMs) {
        var counts = new TreeMap<Integer, Long>();
        counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(latencyMs)), (long) requests);
        return TestTick.of(START.plusSeconds(end - 1), START.plusSeconds(end), requests)
                .latency(LatencyHistogram.of(counts, latencyMs / 1e3 * requests))
                .tick();
    }
}
