package dev.redliner.analyzer.judge;

import static dev.redliner.analyzer.judge.Traffic.at;
import static dev.redliner.analyzer.judge.Traffic.host;
import static dev.redliner.analyzer.judge.Traffic.rule;
import static dev.redliner.analyzer.judge.Traffic.watch;
import static dev.redliner.contracts.sample.MetricNames.BASELINE_SHARE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.analyzer.window.PoolSamples;
import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The shares that Envoys hold below Redliner's layer. */
class LowerLayersTest {
    @Test
    void a_verdict_has_the_share_of_an_envoy_while_it_is_reported() {
        var desk = new Desk().watch(watch(0, rule("slo", "error_rate < 0.1")), at(0));
        desk.take(host("a", 1, Map.of(BASELINE_SHARE, 0.3))).steady(1, 1, Duration.ofMillis(50));
        assertThat(desk.last().metrics()).containsEntry("node-a/envoy.baseline_share", 0.3);

        desk.take(host("a", 2, Map.of())).steady(2, 2, Duration.ofMillis(50));
        assertThat(desk.last().metrics()).doesNotContainKey("node-a/envoy.baseline_share");
    }

    @Test
    void of_many_envoys_with_one_share_a_few_are_named_and_of_another_share_too() {
        var samples = new PoolSamples();
        for (int envoy = 1; envoy <= 7; envoy++) {
            samples.add(reading("envoy-" + envoy, 0.3));
        }
        samples.add(reading("envoy-8", 0.1));

        assertThat(new HostSigns(samples, watch(0), at(1), Duration.ofSeconds(5)).lowerLayers())
                .hasSize(6)
                .containsEntry("envoy-5/envoy.baseline_share", 0.3)
                .containsEntry("envoy-8/envoy.baseline_share", 0.1);
    }

    private static SampleBatch reading(String reporter, double share) {
        return new SampleBatch(
                "shop",
                "a",
                reporter,
                1,
                1,
                at(1),
                Traffic.SECOND,
                Map.of(BASELINE_SHARE, share),
                Map.of(),
                Map.of(),
                List.of());
    }
}
