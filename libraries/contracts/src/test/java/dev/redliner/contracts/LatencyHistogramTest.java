package dev.redliner.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.contracts.sample.LatencyHistogram;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
    @Test
    void the_slowest_are_taken_off_first() {
        var histogram = LatencyHistogram.of(new TreeMap<>(Map.of(100, 5L, 200, 3L, 300, 2L)), 1_000);
        LatencyHistogram rest = histogram.withoutSlowest(4);
        assertThat(rest.buckets()).containsExactly(100, 200);
        assertThat(rest.counts()).containsExactly(5, 1);
        assertThat(rest.sumSeconds()).isLessThan(1_000);
        assertThat(histogram.withoutSlowest(11).count()).isZero();
        assertThat(histogram.withoutSlowest(0)).isSameAs(histogram);
    }

    @Test
    void every_latency_lies_within_the_edges_of_its_bucket() {
        var random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            long nanos = (long) Math.exp(Math.log(1_000) + random.nextDouble() * Math.log(1e8));
            int bucket = LatencyHistogram.bucketOf(Duration.ofNanos(nanos));
            assertThat(nanos / 1e9)
                    .isGreaterThanOrEqualTo(LatencyHistogram.lowerSeconds(bucket) * (1 - 1e-12))
                    .isLessThan(LatencyHistogram.upperSeconds(bucket));
        }
    }

    @Test
    void limits_of_two_digits_are_edges() {
        var histogram = of(199, 200, 201, 209, 210);
        assertThat(histogram.over(Duration.ofMillis(200))).isEqualTo(4);
        assertThat(histogram.over(Duration.ofMillis(210))).isEqualTo(1);
    }

    @Test
    void a_limit_inside_a_bucket_takes_its_part() {
        assertThat(of(200, 201, 202, 203).over(Duration.ofMillis(205))).isEqualTo(2, within(1e-9));
    }

    @Test
    void the_sum_of_two_has_the_quantiles_of_all_requests() {
        var random = new Random(11);
        var all = new TreeMap<Integer, Long>();
        var left = LatencyHistogram.EMPTY;
        var right = LatencyHistogram.EMPTY;
        var exact = new double[2_000];
        for (int i = 0; i < exact.length; i++) {
            double ms = 5 + 200 * random.nextDouble() * random.nextDouble();
            exact[i] = ms / 1000;
            var latency = Duration.ofNanos((long) (ms * 1e6));
            all.merge(LatencyHistogram.bucketOf(latency), 1L, Long::sum);
            if (i % 3 == 0) {
                left = left.plus(single(latency));
            } else {
                right = right.plus(single(latency));
            }
        }
        java.util.Arrays.sort(exact);
        var sum = left.plus(right);
        assertThat(sum.buckets()).isEqualTo(LatencyHistogram.of(all, 0).buckets());
        assertThat(sum.count()).isEqualTo(exact.length);
        assertThat(sum.quantileSeconds(0.99)).isCloseTo(exact[(int) (0.99 * exact.length)], within(0.01));
    }

    @Test
    void nothing_has_no_percentile() {
        assertThatThrownBy(() -> LatencyHistogram.EMPTY.quantileSeconds(0.5)).hasMessageContaining("empty");
        assertThat(LatencyHistogram.EMPTY.over(Duration.ofMillis(1))).isZero();
    }

    @Test
    void impossible_histograms_cannot_be_built() {
        assertThatThrownBy(() -> new LatencyHistogram(new int[] {3, 2}, new long[] {1, 1}, 0));
        assertThatThrownBy(() -> new LatencyHistogram(new int[] {3}, new long[] {0}, 0));
        assertThatThrownBy(() -> new LatencyHistogram(new int[] {3}, new long[] {1}, Double.NaN));
    }

    private static LatencyHistogram of(int... millis) {
        var histogram = LatencyHistogram.EMPTY;
        for (int ms : millis) {
            histogram = histogram.plus(single(Duration.ofMillis(ms)));
        }
        return histogram;
    }

    private static LatencyHistogram single(Duration latency) {
        return new LatencyHistogram(
                new int[] {LatencyHistogram.bucketOf(latency)}, new long[] {1}, latency.toNanos() / 1e9);
    }
}
