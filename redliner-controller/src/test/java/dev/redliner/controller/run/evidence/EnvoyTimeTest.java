package dev.redliner.controller.run.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.controller.run.Shop;
import dev.redliner.controller.run.ShopWorld;
import dev.redliner.controller.run.TickVariants;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class EnvoyTimeTest {
    @Test
    void less_than_three_seconds_tell_nothing() {
        EnvoyTime two = seconds(2, 0, Map.of(MetricNames.ENVOY_BUSY, 1.0));
        assertThat(two.busy()).isEmpty();
        assertThat(two.isSaturated()).isFalse();

        assertThat(seconds(3, 0, Map.of(MetricNames.ENVOY_BUSY, 1.0)).isSaturated())
                .isTrue();
    }

    @Test
    void a_machine_that_stood_still_is_no_busy_envoy() {
        assertThat(seconds(10, 0.2, Map.of(MetricNames.ENVOY_BUSY, 1.0)).busy()).isEmpty();
        assertThat(seconds(10, 0.02, Map.of(MetricNames.ENVOY_BUSY, 1.0)).busy())
                .hasValue(1.0);
    }

    @Test
    void an_envoy_that_counts_nothing_is_unknown_and_not_idle() {
        EnvoyTime time = seconds(10, 0, Map.of(MetricNames.ACTIVE, 3.0));

        assertThat(time.busy()).isEmpty();
        assertThat(time.ownSeconds()).isEmpty();
    }

    private static EnvoyTime seconds(int seconds, double stalled, Map<String, Double> signals) {
        EnvoyTime time = EnvoyTime.NONE;
        for (int second = 1; second <= seconds; second++) {
            Instant to = ShopWorld.START.plusSeconds(second);
            Tick tick = TickVariants.stalled(
                    Objects.requireNonNull(Shop.verdict("shop-1", to, 100, 1000).tick()), stalled);
            time = time.plus(tick, SignalValues.rounded(tick.from(), signals));
        }
        return time;
    }
}
