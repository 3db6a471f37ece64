package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.search.SearchSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WarmStartTest {
    private static final double LONG_AGO =
            ShopWorld.START.minusSeconds(1_000_000).getEpochSecond();
    private static final Map<String, Double> HOST = Map.of("a/process.start", LONG_AGO, "a/host.cpus", 4.0);

    private static EarlierRedline earlier(double rps) {
        return new EarlierRedline(
                "shop-9", ShopWorld.START.minus(Duration.ofDays(2)), rps, 0.96 * rps, 1.03 * rps, HOST);
    }

    private static ShopWorld measured(WarmStartRequest beginning) {
        var world = new ShopWorld();
        world.says = TickVariants.identity(HOST);
        return world.begin(beginning).until(RunState.COMPLETED);
    }

    private static double highest(ShopWorld world) {
        return world.run.steps().stream().mapToDouble(Step::load).max().orElseThrow();
    }

    private static Duration ramp(WarmStartRequest beginning) {
        var world = new ShopWorld();
        world.says = TickVariants.identity(HOST);
        world.begin(beginning).until(RunState.RAMPING);
        var began = world.now;
        world.until(RunState.REFINING);
        return Duration.between(began, world.now);
    }

    @Test
    void a_run_that_knows_the_redline_climbs_in_less_time() {
        assertThat(ramp(WarmStartRequest.from("default", earlier(700))))
                .isLessThan(ramp(WarmStartRequest.cold("default", "it was asked to"))
                        .multipliedBy(2)
                        .dividedBy(3));
    }

    @Test
    void a_run_that_knows_the_redline_finds_it_again_and_says_where_it_began() {
        var cold = measured(WarmStartRequest.cold("default", "it was asked to"));
        var warm = measured(WarmStartRequest.from("default", earlier(700)));
        assertThat(warm.run.redline().orElseThrow().rps()).isBetween(660.0, 740.0);
        assertThat(warm.run.warmStart().words()).isEqualTo("began from run shop-9: 700 rps, 2 days old");
        assertThat(cold.run.warmStart().words()).isEqualTo("began from nothing: it was asked to");
    }

    @ParameterizedTest
    @ValueSource(doubles = {350, 500, 1_000, 1_150})
    void a_redline_that_is_no_longer_true_neither_overloads_the_host_nor_holds_the_search_back(double before) {
        var world = measured(WarmStartRequest.from("default", earlier(before)));
        assertThat(world.run.redline().orElseThrow().rps()).isBetween(620.0, 760.0);
        assertThat(highest(world)).isLessThan(1.25 * world.redline);
        assertThat(world.run.harm().excessFraction()).isLessThan(0.02);
    }

    @Test
    void the_journalled_events_of_a_warm_run_replay_to_the_same_run() {
        var world = measured(WarmStartRequest.from("default", earlier(700)));
        Run replayed = Run.accepted(world.run.facts());
        for (int i = 0; i < world.events.size(); i++) {
            replayed = replayed.on(world.events.get(i), world.times.get(i)).run();
        }
        assertThat(replayed.steps()).isEqualTo(world.run.steps());
        assertThat(replayed.redline()).isEqualTo(world.run.redline());
        assertThat(replayed.warmStart()).isEqualTo(world.run.warmStart());
    }

    private static WarmStart warmStart(Map<String, Double> identity) {
        return WarmStart.planned(WarmStartRequest.from("default", earlier(700)))
                .seen(List.of("a"), identity, ShopWorld.START);
    }

    private static double spread(WarmStart warmStart) {
        return java.util.Objects.requireNonNull(warmStart.settings().known().prior())
                .spread();
    }

    @Test
    void a_host_of_another_size_is_begun_from_nothing() {
        var warmStart = warmStart(Map.of("a/process.start", LONG_AGO, "a/host.cpus", 8.0));
        assertThat(warmStart.earlier()).isNull();
        assertThat(warmStart.settings()).isEqualTo(SearchSettings.DEFAULT);
        assertThat(warmStart.words()).contains("another size").contains("a/host.cpus");
    }

    @Test
    void a_restart_since_and_one_that_nobody_could_have_seen_widen_what_is_believed() {
        double same = spread(warmStart(HOST));
        var restarted = warmStart(Map.of("a/process.start", LONG_AGO + 5_000, "a/host.cpus", 4.0));
        assertThat(spread(restarted)).isGreaterThan(1.4 * same);
        assertThat(restarted.words()).contains("restarted or redeployed since");
        assertThat(spread(warmStart(Map.of()))).isEqualTo(spread(restarted));
        assertThat(warmStart(Map.of()).words()).contains("is not known");
        var ofTwo = WarmStart.planned(WarmStartRequest.from("default", earlier(700)))
                .seen(List.of("a", "b"), HOST, ShopWorld.START);
        assertThat(ofTwo.words()).as("nobody knows of b").contains("is not known");
    }

    @Test
    void a_baseline_that_is_learnt_anew_does_not_shorten_the_search_again() {
        var once = warmStart(HOST);
        assertThat(once.seen(List.of("a"), HOST, ShopWorld.START)).isEqualTo(once);
    }

    @Test
    void a_run_is_tuned_by_the_profile_it_was_begun_with() {
        var world = new ShopWorld();
        world.begin(WarmStartRequest.cold("quick", "it was asked to")).until(RunState.RAMPING);
        assertThat(world.run.warmStart().settings()).isEqualTo(SearchSettings.QUICK);
        var usual = new ShopWorld().begin().until(RunState.RAMPING);
        assertThat(world.run.steps().get(0).load())
                .as("larger steps")
                .isGreaterThan(usual.run.steps().get(0).load());
    }

    @Test
    void what_the_traffic_was_before_is_known_to_cold_and_warm_searches() {
        var traffic = java.util.Collections.nCopies(120, 1_000);
        WarmStart cold = WarmStart.planned(
                WarmStartRequest.cold("default", "it was asked to").after(traffic));
        assertThat(cold.settings().known().poolRps()).hasSize(120).containsOnly(1_000.0);
        WarmStart warm = WarmStart.planned(
                        WarmStartRequest.from("default", earlier(700)).after(traffic))
                .seen(List.of("a"), HOST, ShopWorld.START);
        assertThat(warm.settings().known().poolRps()).hasSize(120);
        assertThat(warm.settings().known().prior()).isNotNull();
    }
}
