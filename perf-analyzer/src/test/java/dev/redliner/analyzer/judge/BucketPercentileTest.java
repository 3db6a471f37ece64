package dev.redliner.analyzer.judge;

import static dev.redliner.analyzer.judge.Traffic.at;
import static dev.redliner.analyzer.judge.Traffic.peers;
import static dev.redliner.analyzer.judge.Traffic.rule;
import static dev.redliner.analyzer.judge.Traffic.sut;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Rules on percentiles of a histogram that the service reports in buckets. */
class BucketPercentileTest {
    private static final Duration FAST = Duration.ofMillis(50);
    private static final String OF_SUT = "app.x_seconds.p90 <= duration(\"200ms\")";

    @Test
    void the_percentile_is_that_of_the_buckets_over_the_window() {
        // the 90th of 100 is in the middle between 100 and 200 ms
        Desk desk = judged(OF_SUT, buckets("a", 80, 100, 100));

        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.PASS);
        assertThat(value(desk)).isCloseTo(0.15, within(1e-6));
        assertThat(judged(OF_SUT, buckets("a", 80, 85, 100)).lastRule().outcome())
                .as("beyond the highest bucket")
                .isEqualTo(Outcome.FAIL);
    }

    @Test
    void of_several_peers_the_buckets_are_added_and_not_the_percentiles() {
        String ofPeers = "peers.app.x_seconds.p90 <= duration(\"200ms\")";
        Desk desk = judged(ofPeers, buckets("b", 160, 200, 200), buckets("c", 0, 0, 0));

        assertThat(value(desk)).isCloseTo(0.15, within(1e-6));
    }

    @Test
    void two_percentiles_beyond_the_highest_bucket_are_not_equal() {
        String relative = "app.x_seconds.p90 <= peers.app.x_seconds.p90";
        Desk desk = judged(relative, buckets("a", 0, 0, 100), buckets("b", 0, 0, 100), buckets("c", 0, 0, 100));

        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(desk.last().metrics()).doesNotContainKey("app.x_seconds.p90");
    }

    @Test
    void the_slowest_of_the_peers_is_the_highest_of_their_percentiles() {
        String ofPeers = "peers.max.app.x_seconds.p90 <= duration(\"200ms\")";
        Desk desk = judged(ofPeers, buckets("b", 80, 100, 100), buckets("c", 100, 100, 100));

        assertThat(value(desk)).isCloseTo(0.15, within(1e-6));
    }

    @Test
    void hosts_with_other_buckets_have_no_percentile_together() {
        String ofPeers = "peers.app.x_seconds.p90 <= duration(\"200ms\")";
        Desk desk = judged(
                ofPeers,
                buckets("b", 80, 100, 100),
                host("c", Map.of("app.x_seconds_bucket_le_0_3", 9.0, "app.x_seconds_bucket_le_Inf", 10.0)));

        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void native_histograms_of_several_peers_are_added() {
        String ofPeers = "peers.app.x_seconds.p90 <= duration(\"200ms\")";
        Desk desk = judged(ofPeers, natives("b", 90, 0), natives("c", 0, 10));
        // nine values in ten are below 110 ms
        assertThat(value(desk)).isCloseTo(0.11, within(1e-3));
        assertThat(judged(ofPeers, natives("b", 0, 0), natives("c", 0, 0))
                        .lastRule()
                        .outcome())
                .as("without values")
                .isEqualTo(Outcome.UNKNOWN);
        assertThat(judged(OF_SUT, natives("a", 85, 15)).lastRule().outcome()).isEqualTo(Outcome.FAIL);
        assertThat(judged(OF_SUT, natives("a", 95, 5)).lastRule().outcome()).isEqualTo(Outcome.PASS);
    }

    /** Values of 100 and of 500 ms in a second. */
    private static SampleBatch natives(String host, long fast, long slow) {
        var counts = new TreeMap<Integer, Long>();
        counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(100)), fast);
        counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(500)), slow);
        return host(host, Map.of(), Map.of("app.x_seconds", LatencyHistogram.of(counts, 0)));
    }

    @Test
    void without_buckets_or_values_the_rule_is_unknown() {
        assertThat(judged(OF_SUT, host("a", Map.of())).lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(judged(OF_SUT, buckets("a", 0, 0, 0)).lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
    }

    private static double value(Desk desk) {
        return Objects.requireNonNull(desk.lastRule().criteria().get(0).value());
    }

    /** Batches as they come each second, for as long as the window of the rule. */
    private static Desk judged(String pass, SampleBatch... everySecond) {
        var desk = new Desk().watch(Traffic.watch(0, rule("histogram", pass)), at(0));
        for (int second = 1; second <= 12; second++) {
            for (SampleBatch batch : everySecond) {
                desk.take(of(batch, second));
            }
            desk.take(sut(second, FAST), peers(second));
        }
        return desk;
    }

    private static SampleBatch buckets(String host, double to100, double to200, double all) {
        return host(
                host,
                Map.of(
                        "app.x_seconds_bucket_le_0_1", to100,
                        "app.x_seconds_bucket_le_0_2", to200,
                        "app.x_seconds_bucket_le_Inf", all));
    }

    private static SampleBatch host(String host, Map<String, Double> counters) {
        return host(host, counters, Map.of());
    }

    private static SampleBatch host(
            String host, Map<String, Double> counters, Map<String, LatencyHistogram> latencies) {
        return of(
                new SampleBatch(
                        "shop",
                        host,
                        "node-" + host,
                        1,
                        1,
                        at(1),
                        Traffic.SECOND,
                        Map.of(),
                        counters,
                        latencies,
                        List.of()),
                1);
    }

    private static SampleBatch of(SampleBatch batch, int second) {
        return new SampleBatch(
                batch.pool(),
                batch.host(),
                batch.reporter(),
                1,
                second,
                at(second),
                batch.interval(),
                batch.gauges(),
                batch.counters(),
                batch.latencies(),
                List.of());
    }
}
