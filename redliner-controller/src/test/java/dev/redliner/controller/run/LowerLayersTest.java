package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Verdict;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Envoys that hold another baseline than the declared one below Redliner's layer. */
class LowerLayersTest {
    private static final String ENVOY = "collector/envoy@10.0.0.7:9901#edge-1";
    private static final String REMARK = "Envoys hold another share than the baselineShare of 10%";

    @Test
    void the_envoy_is_named_beside_a_refusal_because_of_the_observed_share() {
        var world = new ShopWorld();
        world.says = holding(0.2, v -> Shop.verdict(v.run(), v.at(), 400, 2_000));
        world.begin().toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.reason().orElse("")).contains("The SUT gets 20% of the traffic and not its baselineShare");
        assertThat(world.run.remarks())
                .anyMatch(it -> it.contains(REMARK)
                        && it.contains(ENVOY + " (20%)")
                        && it.contains("redliner envoy bootstrap shop"));
    }

    @Test
    void the_envoy_is_named_beside_a_refusal_because_of_a_rule_that_the_load_breaks() {
        var world = new ShopWorld();
        world.says = holding(0.2, v -> Shop.verdict(v.run(), v.at(), 400, 2_000, 40, Outcome.FAIL, true));
        world.begin().toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.reason().orElse("")).startsWith("Rule p99 does not hold under the normal load");
        assertThat(world.run.remarks()).anyMatch(it -> it.contains(ENVOY + " (20%)"));
    }

    @Test
    void one_of_many_envoys_is_a_remark_of_a_run_that_begins() {
        assertThat(begun(0.2).remarks()).anyMatch(it -> it.contains(ENVOY + " (20%)"));
    }

    @Test
    void a_share_that_is_the_declared_one_but_for_rounding_is_no_remark() {
        assertThat(begun(0.1).remarks()).noneMatch(it -> it.contains(REMARK));
        assertThat(begun(0.0999).remarks()).noneMatch(it -> it.contains(REMARK));
        assertThat(begun(MetricNames.FOREIGN_NO_FRACTION).remarks()).noneMatch(it -> it.contains(REMARK));
    }

    private static Run begun(double share) {
        var world = new ShopWorld();
        world.says = holding(share, UnaryOperator.identity());
        return world.begin().until(RunState.RAMPING).run;
    }

    /** Verdicts in which an Envoy holds this share. */
    private static UnaryOperator<Verdict> holding(double share, UnaryOperator<Verdict> usual) {
        UnaryOperator<Verdict> layer = TickVariants.peersCpu(Map.of(ENVOY + "/" + MetricNames.BASELINE_SHARE, share));
        return verdict -> layer.apply(usual.apply(verdict));
    }
}
