package dev.redliner.collector.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RisingBucketsTest {
    private final RisingBuckets rising = new RisingBuckets();

    private SortedMap<Integer, Long> next(Map<Integer, Long> counts) {
        return rising.next(new TreeMap<>(counts));
    }

    @Test
    void a_bucket_keeps_its_count_until_the_limit_above_it_has_caught_up() {
        assertThat(next(Map.of(1, 5L, 2, 1L, 3, 4L))).isEqualTo(Map.of(1, 5L, 2, 1L, 3, 4L));
        assertThat(next(Map.of(1, 6L, 3, 5L)))
                .as("6 below the second limit, as before")
                .isEqualTo(Map.of(1, 6L, 2, 1L, 3, 4L));
        assertThat(next(Map.of(1, 6L, 2, 2L, 3, 5L))).isEqualTo(Map.of(1, 6L, 2, 2L, 3, 5L));
        assertThat(next(Map.of(2, 1L))).as("a restart").isEqualTo(Map.of(2, 1L));
    }

    /** As Envoy does: bins of a width of one are read at limits that are 4.4% apart, and the numbers are rounded. */
    @Test
    void counts_that_are_interpolated_and_rounded_never_fall_and_are_off_by_a_few() {
        var random = new Random(5);
        long[] bins = new long[20];
        var before = new TreeMap<Integer, Long>();
        var rawBefore = new TreeMap<Integer, Long>();
        boolean fell = false;
        long total = 0;
        for (int read = 0; read < 2_000; read++) {
            for (int request = random.nextInt(4); request > 0; request--) {
                bins[Math.min(19, (int) (6 + 3 * random.nextGaussian() + 10) % 20)]++;
                total++;
            }
            SortedMap<Integer, Long> raw = interpolated(bins);
            for (var bucket : raw.entrySet()) {
                fell |= bucket.getValue() < rawBefore.getOrDefault(bucket.getKey(), 0L);
            }
            rawBefore.putAll(raw);
            SortedMap<Integer, Long> now = next(raw);
            now.forEach((bucket, count) -> assertThat(count).isGreaterThanOrEqualTo(before.getOrDefault(bucket, 0L)));
            before.putAll(now);
            long sum = now.values().stream().mapToLong(Long::longValue).sum();
            assertThat(sum - total).as("requests in two buckets").isBetween(0L, 10L);
        }
        assertThat(fell).as("whether the counts before fell").isTrue();
    }

    private static SortedMap<Integer, Long> interpolated(long[] bins) {
        var counts = new TreeMap<Integer, Long>();
        long below = 0;
        double limit = 10;
        for (int bucket = 0; limit < 30; bucket++) {
            limit = Math.min(30, limit * Math.pow(2, 1.0 / 16));
            double exact = 0;
            for (int bin = 0; bin < bins.length; bin++) {
                exact += bins[bin] * Math.max(0, Math.min(1, limit - 10 - bin));
            }
            long now = (long) Math.floor(exact + 1e-9);
            counts.put(bucket, now - below);
            below = now;
        }
        return counts;
    }
}
