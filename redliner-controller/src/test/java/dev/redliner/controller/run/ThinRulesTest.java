package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.policy.GuidedSearch;
import dev.redliner.service.Limits;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ThinRulesTest {
    private static final Duration WINDOW = Duration.ofSeconds(60);

    private final List<Duration> budgets = new ArrayList<>();

    @Test
    void a_rule_gets_the_time_in_which_its_window_fills() {
        ShopWorld world = world(20, Duration.ofSeconds(45)).begin().until(RunState.RAMPING);

        assertThat(world.now).isBetween(ShopWorld.START.plusSeconds(45), ShopWorld.START.plusSeconds(47));
    }

    @Test
    void the_time_in_which_a_window_fills_is_no_time_of_the_search() {
        world(20, Duration.ofSeconds(45)).begin().until(RunState.RAMPING);
        world(2_000, Duration.ZERO).begin().until(RunState.RAMPING);

        assertThat(budgets).hasSize(2);
        assertThat(budgets.get(0)).isLessThan(budgets.get(1).minusSeconds(20));
    }

    @Test
    void a_window_that_is_too_short_for_the_traffic_is_refused_with_one_that_is_not() {
        ShopWorld world = world(20, Duration.ofHours(1)).begin().until(RunState.REFUSED);

        // the time of the window, and then that of missing data
        assertThat(world.now).isBetween(ShopWorld.START.plusSeconds(70), ShopWorld.START.plusSeconds(75));
        assertThat(world.run.reason().orElseThrow())
                .isEqualTo("There is not enough evidence to begin. A rule is UNKNOWN: p99 (no samples). The SUT gets"
                        + " about 2 requests per second without a run, and rule p99 needs 100 requests in its window of"
                        + " 60 s. Give it a window of 75 s, or measure when there is more traffic.");
    }

    @Test
    void a_rule_that_lacks_no_requests_gets_no_more_time() {
        ShopWorld world = world(2_000, Duration.ofHours(1)).begin().until(RunState.REFUSED);

        assertThat(world.now).isBefore(ShopWorld.START.plusSeconds(45));
        assertThat(world.run.reason().orElseThrow())
                .isEqualTo("There is not enough evidence to begin. A rule is UNKNOWN: p99 (no samples).");
    }

    @Test
    void the_remark_names_the_rules_with_longer_windows() {
        ServiceDefinition declared = service(Duration.ofSeconds(30));

        assertThat(ThinRules.lengthened(declared, service(WINDOW), OptionalDouble.of(33.33)))
                .contains("The SUT got about 3.3 requests per second before the run, so rules cover more time than"
                        + " declared: p99 60 s instead of 30 s.");
        assertThat(ThinRules.lengthened(declared, declared, OptionalDouble.of(33.33)))
                .isEmpty();
    }

    /** A world whose latency rule is UNKNOWN for this time. */
    private ShopWorld world(double poolRps, Duration unknown) {
        var world = new ShopWorld();
        world.poolRps = poolRps;
        world.redline = poolRps / 3;
        world.says = verdict -> unknown(verdict, ShopWorld.START.plus(unknown));
        world.run = Run.accepted(new RunFacts(
                "shop-1",
                service(WINDOW),
                1,
                ShopWorld.START,
                SearchSettings.DEFAULT,
                (normalLoad, highestLoad, settings) -> {
                    budgets.add(settings.budget());
                    return GuidedSearch.from(normalLoad, highestLoad, settings);
                }));
        return world;
    }

    private static Verdict unknown(Verdict verdict, Instant until) {
        return verdict.at().isAfter(until)
                ? verdict
                : Shop.verdict(
                        verdict.run(),
                        verdict.at(),
                        verdict.tick().requested(),
                        verdict.tick().poolRequested(),
                        0,
                        Outcome.UNKNOWN,
                        false);
    }

    private static ServiceDefinition service(Duration window) {
        ServiceDefinition shop = Shop.SERVICE;
        RuleSpec p99 = shop.rules().get(0);
        var longer = new RuleSpec(p99.id(), p99.pass(), window, 100, new FailFor(2, 3), OnFail.BACK_OFF);
        Limits limits = shop.limits();
        return new ServiceDefinition(
                shop.pool(),
                List.of(longer, shop.rules().get(1)),
                limits,
                shop.sampling(),
                shop.targetRps(),
                shop.dependsOn(),
                shop.profile());
    }
}
