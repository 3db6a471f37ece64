package dev.redliner.analyzer.judge;

import static dev.redliner.analyzer.judge.Traffic.at;
import static dev.redliner.analyzer.judge.Traffic.counts;
import static dev.redliner.analyzer.judge.Traffic.host;
import static dev.redliner.analyzer.judge.Traffic.peers;
import static dev.redliner.analyzer.judge.Traffic.rule;
import static dev.redliner.analyzer.judge.Traffic.sut;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SignalsTest {
    private static final Duration FAST = Duration.ofMillis(50);

    @Test
    void a_signal_is_the_value_over_the_tick_and_not_over_the_window() {
        var desk = new Desk().watch(watch("host.cpu"), at(0));
        for (int second = 1; second <= 6; second++) {
            desk.take(host("a", second, Map.of("host.cpu", 0.1 * second)), sut(second, FAST), peers(second));
        }

        assertThat(desk.last().metrics().get("host.cpu")).isLessThan(0.5);
        assertThat(values(desk)).containsExactly(Map.entry("host.cpu", 0.6));
        assertThat(signals(desk).from()).isEqualTo(at(5));
    }

    @Test
    void a_counter_is_its_increase_per_second() {
        var desk = new Desk()
                .watch(watch("jvm.gc.count"), at(0))
                .take(sut(1, FAST), peers(1), host("a", 2, Map.of()), sut(2, FAST), peers(2));

        assertThat(values(desk)).containsExactly(Map.entry("jvm.gc.count", 2.0));
    }

    @Test
    void a_reading_that_arrives_after_its_tick_is_in_the_next_one() {
        var desk = new Desk()
                .watch(watch("host.cpu"), at(0))
                .take(sut(1, FAST), peers(1), sut(2, FAST), peers(2), host("a", 2, Map.of("host.cpu", 0.3)));
        assertThat(desk.last().signals()).isNull();

        desk.take(sut(3, FAST), peers(3));

        assertThat(values(desk)).containsExactly(Map.entry("host.cpu", 0.3));
        assertThat(signals(desk).from()).as("the reading began before the tick").isEqualTo(at(1));

        desk.take(sut(4, FAST), peers(4));
        assertThat(desk.last().signals()).as("each reading counts once").isNull();
    }

    @Test
    void the_peers_have_the_mean_of_those_that_were_read() {
        var desk = new Desk()
                .watch(watch("host.cpu"), at(0))
                .take(
                        sut(1, FAST),
                        peers(1),
                        host("a", 2, Map.of("host.cpu", 0.8)),
                        host("b", 2, Map.of("host.cpu", 0.2)),
                        host("c", 2, Map.of("host.cpu", 0.4)),
                        sut(2, FAST),
                        peers(2));

        assertThat(values(desk)).containsOnlyKeys("host.cpu", "peers.host.cpu").containsEntry("host.cpu", 0.8);
        assertThat(values(desk).get("peers.host.cpu")).isEqualTo(0.3);
    }

    @Test
    void requests_in_flight_are_the_sum_of_all_envoys() {
        var desk = new Desk().watch(watch(MetricNames.ACTIVE), at(0));
        for (int second = 1; second <= 3; second++) {
            desk.take(
                    active("e1", "a", second, 3),
                    active("e2", "a", second, 4),
                    active("e1", SampleBatch.PEERS, second, 10),
                    active("e2", SampleBatch.PEERS, second, 10));
        }

        assertThat(values(desk))
                .containsOnly(
                        Map.entry(MetricNames.ACTIVE, 7.0),
                        // twenty at the two peers together
                        Map.entry("peers." + MetricNames.ACTIVE, 10.0));
    }

    @Test
    void the_busiest_worker_is_that_of_the_busiest_envoy() {
        var desk = new Desk().watch(watch(MetricNames.ENVOY_BUSY), at(0));
        for (int second = 1; second <= 3; second++) {
            desk.take(
                    gauge(MetricNames.ENVOY_BUSY, "e1", "a", second, 0.3),
                    gauge(MetricNames.ENVOY_BUSY, "e2", "a", second, 0.8),
                    peers(second));
        }

        assertThat(values(desk)).containsOnly(Map.entry(MetricNames.ENVOY_BUSY, 0.8));
    }

    @Test
    void without_the_count_of_one_envoy_the_busiest_worker_is_unknown() {
        var desk = new Desk().watch(watch(MetricNames.ENVOY_BUSY), at(0));
        for (int second = 1; second <= 3; second++) {
            desk.take(
                    gauge(MetricNames.ENVOY_BUSY, "e1", "a", second, 0.3),
                    gauge("envoy.other", "e2", "a", second, 0.8),
                    peers(second));
        }

        assertThat(desk.last().signals()).isNull();
    }

    @Test
    void of_the_longest_stop_the_highest_reading_of_the_hosts_counts() {
        var desk = new Desk()
                .watch(watch("proc.jvm.longest_stop", "proc.threads"), at(0))
                .take(sut(1, FAST), peers(1))
                .take(host("a", 2, Map.of("proc.jvm.longest_stop", 0.2, "proc.threads", 10.0)))
                .take(host("b", 2, Map.of("proc.jvm.longest_stop", 0.0, "proc.threads", 10.0)))
                .take(host("c", 2, Map.of("proc.jvm.longest_stop", 1.4, "proc.threads", 20.0)))
                .take(sut(2, FAST), peers(2));

        assertThat(values(desk))
                .containsOnly(
                        Map.entry("proc.jvm.longest_stop", 0.2),
                        Map.entry("peers.proc.jvm.longest_stop", 1.4),
                        Map.entry("proc.threads", 10.0),
                        Map.entry("peers.proc.threads", 15.0));
    }

    @Test
    void a_watch_without_signals_gets_none() {
        var desk = new Desk()
                .watch(Traffic.watch(0, rule("p99", "latency.p99 <= duration(\"200ms\")")), at(0))
                .take(sut(1, FAST), peers(1), host("a", 2, Map.of("host.cpu", 0.8)), sut(2, FAST), peers(2));

        assertThat(desk.last().signals()).isNull();
    }

    @Test
    void values_have_five_digits() {
        SignalValues rounded = SignalValues.rounded(at(0), Map.of("host.cpu", 0.123456789, "host.net.rx", 123456789.0));

        assertThat(rounded.values()).containsOnly(Map.entry("host.cpu", 0.12346), Map.entry("host.net.rx", 1.2346e8));
    }

    private static SampleBatch active(String reporter, String host, int second, double active) {
        return gauge(MetricNames.ACTIVE, reporter, host, second, active);
    }

    private static SampleBatch gauge(String name, String reporter, String host, int second, double value) {
        SampleBatch counted = counts(host, second, 100, 0, FAST);
        var gauges = new HashMap<>(counted.gauges());
        gauges.put(name, value);
        return new SampleBatch(
                counted.pool(),
                host,
                reporter,
                1,
                second,
                counted.time(),
                counted.interval(),
                gauges,
                counted.counters(),
                counted.latencies(),
                List.of());
    }

    private static Watch watch(String... signals) {
        Watch plain = Traffic.watch(0, rule("p99", "latency.p99 <= duration(\"200ms\") && host.cpu < 2.0"));
        return new Watch(
                plain.run(),
                plain.pool(),
                plain.sut(),
                plain.peers(),
                plain.rules(),
                plain.samplingInterval(),
                plain.baseline(),
                plain.issuedAt(),
                plain.validFor(),
                List.of(signals));
    }

    private static SignalValues signals(Desk desk) {
        return Objects.requireNonNull(desk.last().signals(), "signals");
    }

    private static Map<String, Double> values(Desk desk) {
        return signals(desk).values();
    }
}
