package dev.redliner.analyzer.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolSamplesTest {
    private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

    @Test
    void of_a_pool_with_too_many_metrics_the_oldest_are_forgotten() {
        var samples = new PoolSamples();
        var gauges = new HashMap<String, Double>();
        for (int i = 0; i < 500; i++) {
            gauges.put("metric." + i, 1.0);
        }
        for (int second = 1; second <= 1_000; second++) {
            samples.add(batch("a", second, gauges));
            samples.add(batch("b", second, gauges));
        }
        assertThat(samples.values()).isEqualTo(2 * 1_000 * 510);

        Instant oldest = samples.evictTooMuch().orElseThrow();

        assertThat(samples.values()).isBetween(1L, 1_000_000L);
        assertThat(oldest).isBetween(START.plusSeconds(400), START.plusSeconds(600));
        assertThat(samples.lastSeen("a")).contains(START.plusSeconds(1_000));
        assertThat(samples.evictTooMuch()).isEmpty();
    }

    private static SampleBatch batch(String host, int second, Map<String, Double> gauges) {
        return new SampleBatch(
                "shop",
                host,
                "node-" + host,
                1,
                second,
                START.plusSeconds(second),
                Duration.ofSeconds(1),
                gauges,
                Map.of(),
                Map.of(),
                List.of());
    }
}
