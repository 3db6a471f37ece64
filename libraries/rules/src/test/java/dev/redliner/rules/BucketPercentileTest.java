package dev.redliner.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketPercentileTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    private final BucketPercentile p90 =
            BucketPercentile.of("app.x_seconds.p90").orElseThrow();

    @Test
    void a_value_lies_evenly_within_its_bucket() {
        // 80 of 100 up to 0.1, 100 up to 0.2: the 90th is in the middle of the second bucket
        assertThat(p90.of(counts(0.1, 80, 0.2, 100, INFINITE, 100))).hasValueCloseTo(0.15, within(1e-9));
        assertThat(p90.of(counts(0.1, 100, 0.2, 100, INFINITE, 100))).hasValueCloseTo(0.09, within(1e-9));
        assertThat(p90.of(counts(0.1, 90, 0.2, 100, INFINITE, 100))).hasValueCloseTo(0.1, within(1e-9));
    }

    @Test
    void a_percentile_beyond_the_highest_limit_breaks_every_limit() {
        assertThat(BucketPercentile.isBeyond(
                        p90.of(counts(0.1, 80, INFINITE, 100)).orElseThrow()))
                .isTrue();
    }

    @Test
    void what_cannot_be_computed_is_unknown() {
        assertThat(p90.of(counts(0.1, 0, INFINITE, 0))).as("no value").isEmpty();
        assertThat(p90.of(counts(0.1, 80, 0.2, 100))).as("no infinite limit").isEmpty();
        assertThat(p90.of(counts(0.1, 80, 0.2, 60, INFINITE, 100)))
                .as("counts that fall")
                .isEmpty();
        assertThat(p90.of(counts(INFINITE, 100))).as("no finite limit").isEmpty();
        assertThat(p90.of(new TreeMap<>())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0_5, 0.5",
        "10, 10",
        "10_0, 10",
        "Inf, Infinity",
        "1e_05, 0.00001",
        "2_5e_05, 0.000025",
        "1e06, 1e6",
        "_5, -5"
    })
    void the_limit_of_a_bucket_is_in_its_name(String ending, double limit) {
        assertThat(p90.limitOf("app.x_seconds_bucket_le_" + ending)).hasValue(limit);
    }

    @Test
    void a_name_that_is_no_bucket_has_no_limit() {
        assertThat(p90.limitOf("app.x_seconds_bucket_le_0_5_pool_a")).isEmpty();
    }

    @Test
    void percentiles_of_seconds_are_compared_with_durations_and_others_with_numbers() {
        assertThat(MetricUnit.of("app.x_seconds.p99")).contains(MetricUnit.DURATION);
        assertThat(MetricUnit.of("peers.app.x_seconds.p99")).contains(MetricUnit.DURATION);
        assertThat(MetricUnit.of("app.x_bytes.p99")).contains(MetricUnit.OWN);
        assertThat(List.of("app.x_seconds.p99", "baseline.app.x_seconds.p50")).allMatch(MetricUnit::isApproximate);
        assertThat(List.of("latency.p99", "app.p99", "app.x_seconds_sum")).noneMatch(MetricUnit::isApproximate);
    }

    private static TreeMap<Double, Double> counts(double... pairs) {
        var counts = new TreeMap<Double, Double>(Map.of());
        for (int i = 0; i < pairs.length; i += 2) {
            counts.put(pairs[i], pairs[i + 1]);
        }
        return counts;
    }
}
