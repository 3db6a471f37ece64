package dev.redliner.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.HostProperties;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleCodecTest {
    @Test
    void a_batch_survives_the_wire() {
        var batch = batch(Map.of("host.cpu", 0.42), Map.of("requested", 17.0));
        assertThat(SampleCodec.decode(SampleCodec.encode(batch))).isEqualTo(batch);
    }

    @Test
    void what_is_not_a_batch_is_refused() {
        assertThatThrownBy(() -> SampleCodec.decode(new byte[] {1, 2, 3})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SampleCodec.decode(new byte[0])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void what_is_not_a_number_is_no_reading() {
        assertThatThrownBy(() -> batch(Map.of("host.cpu", Double.NaN), Map.of()))
                .hasMessageContaining("host.cpu");
        assertThatThrownBy(() -> batch(Map.of(), Map.of("requested", -1.0))).hasMessageContaining("requested");
    }

    @Test
    void too_many_or_too_long_properties_are_refused() {
        assertThatThrownBy(() -> batch(Map.of(), Map.of(), Map.of("kernel", "x".repeat(HostProperties.LONGEST + 1))))
                .hasMessageContaining("longer than 1000 characters");
        var many = new HashMap<String, String>();
        for (int i = 0; i <= 50; i++) {
            many.put("name-" + i, "text");
        }
        assertThatThrownBy(() -> batch(Map.of(), Map.of(), many)).hasMessage("51 properties are more than 50");
    }

    private static SampleBatch batch(Map<String, Double> gauges, Map<String, Double> counters) {
        return batch(gauges, counters, Map.of("kernel", "6.1.0"));
    }

    private static SampleBatch batch(
            Map<String, Double> gauges, Map<String, Double> counters, Map<String, String> properties) {
        return new SampleBatch(
                "checkout",
                "checkout-7",
                "envoy-1",
                1_700_000_000_000L,
                3,
                Instant.ofEpochMilli(1_700_000_001_000L),
                Duration.ofSeconds(1),
                gauges,
                counters,
                Map.of("latency", new LatencyHistogram(new int[] {270, 280}, new long[] {4, 1}, 0.055)),
                List.of(new Gap("scrape:app", "connection refused")),
                "",
                properties);
    }
}
