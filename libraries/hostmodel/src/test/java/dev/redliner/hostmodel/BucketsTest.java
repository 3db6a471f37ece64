package dev.redliner.hostmodel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.LatencyHistogram;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BucketsTest {
    @Test
    void just_so_many_are_over_the_limit_as_the_model_says() {
        for (long millis : new long[] {50, 85, 100, 150, 185, 240, 1200, 1255}) {
            Duration limit = Duration.ofMillis(millis);
            var buckets = new Buckets(32, -4, limit);
            // 18 octaves of 32 buckets: from a sixteenth of a millisecond to many seconds, around any limit
            for (long slow : new long[] {0, 1, 7, 40}) {
                LatencyHistogram decimal = buckets.decimal(
                        List.of(
                                new Buckets.Count(200, 500),
                                new Buckets.Count(350, 100),
                                new Buckets.Count(352, 30),
                                new Buckets.Count(400, 10)),
                        slow,
                        12);
                assertThat(decimal.over(limit)).as("%d slow at %s", slow, limit).isEqualTo(slow);
                assertThat(decimal.count()).isEqualTo(640);
            }
        }
    }

    @Test
    void a_percentile_is_over_the_limit_exactly_if_too_many_are() {
        Duration limit = Duration.ofMillis(185);
        var buckets = new Buckets(32, -4, limit);
        var counts = List.of(new Buckets.Count(300, 990), new Buckets.Count(400, 10));
        assertThat(buckets.decimal(counts, 10, 12).quantileSeconds(0.99)).isLessThanOrEqualTo(0.185);
        assertThat(buckets.decimal(counts, 11, 12).quantileSeconds(0.99)).isGreaterThan(0.185);
    }

    @Test
    void latencies_keep_their_place_within_a_bucket() {
        var buckets = new Buckets(32, -4, Duration.ofMillis(500));
        // bucket 320 begins at 2^(320/32 - 4) = 64 ms
        LatencyHistogram decimal = buckets.decimal(List.of(new Buckets.Count(320, 100)), 0, 65);
        assertThat(decimal.quantileSeconds(0.5)).isBetween(0.063, 0.068);
        assertThat(decimal.meanSeconds()).isEqualTo(0.065);
    }
}
