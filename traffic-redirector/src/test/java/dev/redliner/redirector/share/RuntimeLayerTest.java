package dev.redliner.redirector.share;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.redirector.Samples;
import dev.redliner.redirector.TestMoments;
import dev.redliner.redirector.lease.Lease;
import dev.redliner.redirector.share.RuntimeFraction.Denominator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuntimeLayerTest {
    private final TestMoments time = new TestMoments();

    private ShareOverride override(Pool pool, double share) {
        return new ShareOverride(pool, new Lease(Samples.shift(pool.name(), 1, 1, share, time.wall()), time.now()));
    }

    @Test
    void a_back_end_gets_millionths_and_a_front_end_whole_buckets() {
        Pool back = Samples.pool("back");
        Pool front = Samples.pool("front", Tier.FRONT_END, EnvoySettings.Mode.FULL, 1, 2, 3);
        var layer = RuntimeLayer.of(
                List.of(override(back, 0.123456), override(front, 0.123456)), Set.of("back", "front"), time.now());
        assertThat(layer.entries().get("back"))
                .isEqualTo(new RuntimeLayer.Entry(
                        "redliner.back.share", new RuntimeFraction(123_456, Denominator.MILLION), new Share(123_456)));
        assertThat(layer.entries().get("front"))
                .isEqualTo(new RuntimeLayer.Entry(
                        "redliner.front.share",
                        new RuntimeFraction(1_234, Denominator.TEN_THOUSAND),
                        new Share(123_400)));
    }

    @Test
    void an_envoy_gets_the_keys_of_its_own_pools_only() {
        var overrides = List.of(override(Samples.pool("a"), 0.2), override(Samples.pool("b"), 0.2));
        assertThat(RuntimeLayer.of(overrides, Set.of("b", "c"), time.now()).entries())
                .containsOnlyKeys("b");
    }

    @Test
    void an_ended_lease_is_not_in_the_layer_even_if_nobody_noticed_its_end() {
        var overrides = List.of(override(Samples.pool("a"), 0.2));
        time.pass(Samples.VALID_FOR);
        assertThat(RuntimeLayer.of(overrides, Set.of("a"), time.now())).isEqualTo(RuntimeLayer.EMPTY);
    }
}
