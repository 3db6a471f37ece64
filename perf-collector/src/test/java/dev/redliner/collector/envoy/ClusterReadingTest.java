package dev.redliner.collector.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.LatencyHistogram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files were written by a real Envoy 1.40.0: five fast answers, one 500, six timeouts, five overflows. */
class ClusterReadingTest {

    @Test
    void errors_hold_timeouts_and_overflows() throws Exception {
        Reading sut = reading("envoy-1.40.0-busy.json", "checkout-sut");
        assertThat(sut.counters())
                .containsEntry("requested", 12.0)
                .containsEntry("completed", 17.0)
                .containsEntry("errors", 12.0)
                .containsEntry("envoy.timeouts", 6.0)
                .containsEntry("invalidating.upstream_rq_pending_overflow", 5.0)
                .containsEntry("invalidating.upstream_rq_retry", 0.0);
        assertThat(sut.gauges()).containsEntry("envoy.membership_healthy", 1.0);
    }

    @Test
    void an_ejected_host_and_a_lost_stream_make_a_step_invalid_for_as_long_as_they_last() throws Exception {
        Reading healthy = sut(statistics(0, 1));
        assertThat(healthy.gauges())
                .containsEntry("invalidating.outlier_detection.ejections_active", 0.0)
                .containsEntry("invalidating.xds_stream_lost", 0.0);
        assertThat(healthy.counters()).containsEntry("invalidating.outlier_detection.ejections_enforced_total", 0.0);
        Reading dead = sut(statistics(1, 0));
        assertThat(dead.gauges())
                .containsEntry("envoy.ejections_active", 1.0)
                .containsEntry("invalidating.outlier_detection.ejections_active", 1.0)
                .containsEntry("invalidating.xds_stream_lost", 1.0);
    }

    @Test
    void an_ejected_peer_leaves_the_step_of_the_sut_valid() throws Exception {
        Reading peers = ClusterReading.of(statistics(1, 0), "c", null);
        assertThat(peers.gauges()).containsEntry("envoy.ejections_active", 1.0);
        assertThat(peers.gauges().keySet()).noneMatch(name -> name.startsWith("invalidating."));
        assertThat(peers.counters().keySet()).noneMatch(name -> name.contains("ejections"));
    }

    @Test
    void an_envoy_that_has_no_cluster_of_redirectors_lost_no_stream() {
        var stats = new EnvoyStats(Map.of("cluster.c.membership_total", 2.0), Map.of());
        assertThat(sut(stats).gauges()).doesNotContainKey("invalidating.xds_stream_lost");
    }

    @Test
    void a_try_that_timed_out_is_a_time_out_and_no_client_that_left() {
        var stats = new EnvoyStats(
                Map.of(
                        "cluster.c.membership_total",
                        2.0,
                        "cluster.c.upstream_rq_timeout",
                        3.0,
                        "cluster.c.upstream_rq_per_try_timeout",
                        4.0,
                        "cluster.c.upstream_cx_destroy_local_with_active_rq",
                        9.0),
                Map.of());
        assertThat(sut(stats).counters()).containsEntry("envoy.timeouts", 7.0).containsEntry("envoy.given_up", 9.0);
    }

    private static Reading sut(EnvoyStats stats) {
        return SutReading.of(ClusterReading.of(stats, "c", null), stats, "c");
    }

    private static EnvoyStats statistics(double ejected, double streams) {
        return new EnvoyStats(
                Map.of(
                        "cluster.c.membership_total",
                        2.0,
                        "cluster.c.outlier_detection.ejections_active",
                        ejected,
                        "cluster.redliner-xds.membership_total",
                        1.0,
                        "cluster.redliner-xds.upstream_rq_active",
                        streams),
                Map.of());
    }

    @Test
    void a_connection_that_is_refused_is_an_error_that_was_never_sent() throws Exception {
        Reading peers = reading("envoy-1.40.0-busy.json", "checkout-rest");
        assertThat(peers.counters())
                .containsEntry("requested", 2.0)
                .containsEntry("completed", 5.0)
                .containsEntry("errors", 3.0)
                .containsEntry("envoy.connect_failures", 3.0);
        assertThat(peers.gauges()).containsEntry("envoy.membership_total", 2.0);
    }

    @Test
    void the_latency_has_envoys_bins() throws Exception {
        var totals = reading("envoy-1.40.0-busy.json", "checkout-sut").latencies();
        var histogram = LatencyHistogram.of(totals.getOrDefault("latency", new TreeMap<>()), 0);
        assertThat(histogram.count()).isEqualTo(6);
        assertThat(histogram.over(Duration.ofMillis(100))).isEqualTo(5);
        assertThat(histogram.over(Duration.ofMillis(220))).isEqualTo(1);
        assertThat(histogram.over(Duration.ofMillis(230))).isZero();
    }

    @Test
    void a_cluster_without_traffic_counts_zero() throws Exception {
        Reading idle = reading("envoy-1.40.0-idle.json", "checkout-sut");
        assertThat(idle.counters()).containsEntry("requested", 0.0).containsEntry("errors", 0.0);
        assertThat(idle.latencies().get("latency")).isEmpty();
        assertThat(idle.gaps()).isEmpty();
    }

    @Test
    void a_cluster_that_is_not_there_is_a_gap_and_not_zero() throws Exception {
        Reading missing = reading("envoy-1.40.0-idle.json", "payment-sut");
        assertThat(missing.counters()).isEmpty();
        assertThat(missing.gaps()).containsExactly(new Gap("envoy:payment-sut", "the Envoy has no such cluster"));
    }

    @Test
    void what_is_not_statistics_is_a_failed_read() {
        assertThatThrownBy(() -> EnvoyStats.parse("<html>")).isInstanceOf(ReadFailed.class);
        assertThatThrownBy(() -> EnvoyStats.parse("{\"a\":1}")).isInstanceOf(ReadFailed.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0.00099, 0.001",
        "1, 0.1, 0.001, 0.0011",
        "43, 1, 0.043, 0.044",
        "110.00000000000001, 10, 0.11, 0.12",
        "220.00000000000003, 10, 0.22, 0.23",
        "9900, 100, 9.9, 10",
        "10000, 1000, 10, 11",
    })
    void a_bin_is_the_bucket_with_its_bounds(double lowerMs, double widthMs, double lower, double upper) {
        int bucket = EnvoyBins.bucketOf(lowerMs, widthMs);
        assertThat(LatencyHistogram.lowerSeconds(bucket)).isEqualTo(lower);
        assertThat(LatencyHistogram.upperSeconds(bucket)).isEqualTo(upper);
    }

    private static Reading reading(String file, String cluster) throws IOException, ReadFailed {
        try (var in = ClusterReadingTest.class.getResourceAsStream("/" + file)) {
            String json = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return ClusterReading.of(EnvoyStats.parse(json), cluster, null);
        }
    }
}
