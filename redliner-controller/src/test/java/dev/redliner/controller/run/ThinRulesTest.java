package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.controller.run.message.HoldMessages;
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

    private final List<SearchSettings> given = new ArrayList<>();

    @Test
    void the_baseline_lasts_until_the_window_has_its_requests() {
        ShopWorld world = world(20, Duration.ofSeconds(45)).begin().until(RunState.RAMPING);

        assertThat(world.now).isBetween(ShopWorld.START.plusSeconds(60), ShopWorld.START.plusSeconds(63));
        assertThat(world.run.baseline().orElseThrow().seen().seconds()).isGreaterThan(55);
    }

    @Test
    void a_window_that_has_its_requests_makes_the_baseline_no_longer() {
        world(20, Duration.ofSeconds(45)).begin().until(RunState.RAMPING);
        ShopWorld busy = world(2_000, Duration.ZERO).begin().until(RunState.RAMPING);

        assertThat(busy.now).isBefore(ShopWorld.START.plusSeconds(30));
        assertThat(given.get(0).baselineSeconds()).isBetween(56, 58);
        assertThat(given.get(1).baselineSeconds()).isLessThan(20);
        assertThat(given.get(0).budget()).isEqualTo(given.get(1).budget());
    }

    @Test
    void a_window_that_leaves_no_time_for_the_search_is_refused_at_once() {
        ShopWorld world = world(20, Duration.ofSeconds(45));
        world.run = run(service(WINDOW, Duration.ofSeconds(75)));
        world.begin().until(RunState.REFUSED);

        assertThat(world.now).isBefore(ShopWorld.START.plusSeconds(10));
        assertThat(world.run.reason().orElseThrow())
                .matches(
                        "Too little time is left for a search: the windows of the rules have the requests that they need"
                                + " after (59|60|61) s, and limits.maxDuration is 75 s\\.");
    }

    @Test
    void traffic_that_fills_no_window_is_refused_without_one() {
        ShopWorld world = world(0.5, Duration.ofHours(1)).begin().until(RunState.REFUSED);

        assertThat(world.run.reason().orElseThrow())
                .endsWith(
                        "The SUT gets about 0.05 requests per second without a run, which is too few for the 100 that rule"
                                + " p99 needs. Measure when there is more traffic, or lower its minSamples.");
    }

    @Test
    void other_missing_data_is_no_matter_of_windows() {
        ShopWorld world = world(20, Duration.ofHours(1)).begin();
        for (int i = 0; i < 20; i++) {
            world.second();
        }
        for (int i = 0; i < 40 && !world.run.state().over(); i++) {
            world.now = world.now.plusSeconds(1);
            world.acknowledge();
            world.handle(new RunEvent.TimePassed());
        }
        assertThat(world.run.reason().orElseThrow())
                .isEqualTo("There is not enough evidence to begin. " + HoldMessages.noVerdicts());
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
        ServiceDefinition declared = service(Duration.ofSeconds(30), Duration.ofMinutes(3));

        assertThat(ThinRules.lengthened(declared, service(WINDOW, Duration.ofMinutes(3)), OptionalDouble.of(33.33)))
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
        world.run = run(service(WINDOW, Shop.SERVICE.limits().maxDuration()));
        return world;
    }

    private Run run(ServiceDefinition service) {
        return Run.accepted(new RunFacts(
                "shop-1", service, 1, ShopWorld.START, SearchSettings.DEFAULT, (normalLoad, highestLoad, settings) -> {
                    given.add(settings);
                    return GuidedSearch.from(normalLoad, highestLoad, settings);
                }));
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

    private static ServiceDefinition service(Duration window, Duration longest) {
        ServiceDefinition shop = Shop.SERVICE;
        RuleSpec p99 = shop.rules().get(0);
        var longer = new RuleSpec(p99.id(), p99.pass(), window, 100, new FailFor(2, 3), OnFail.BACK_OFF);
        Limits limits = shop.limits();
        return new ServiceDefinition(
                shop.pool(),
                List.of(longer, shop.rules().get(1)),
                new Limits(longest, limits.harmBudget(), limits.unknownFor(), limits.settledFor()).ofSimulatedHosts(),
                shop.sampling(),
                shop.targetRps(),
                shop.dependsOn(),
                shop.profile());
    }
}
