package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport.Lease;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.traffic.PoolTraffic;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SteeringTest {
    private static final Instant START = ShopWorld.START;
    private static final double LOAD = 400;
    private static final double POOL = 2_000;
    private static final RunFacts SHOP = facts(Tier.BACK_END);

    private static RunFacts facts(Tier tier) {
        Pool pool = Shop.SERVICE.pool();
        return new RunFacts(
                "shop-1",
                new ServiceDefinition(
                        new Pool(
                                "shop",
                                tier,
                                pool.hosts(),
                                pool.sut(),
                                pool.baselineShare(),
                                pool.maxShare(),
                                tier == Tier.FRONT_END ? "x-user-id" : null,
                                pool.envoy()),
                        Shop.SERVICE.rules(),
                        Shop.SERVICE.limits(),
                        Shop.SERVICE.sampling(),
                        null,
                        List.of(),
                        ServiceDefinition.USUAL_PROFILE),
                1,
                START,
                SearchSettings.DEFAULT);
    }

    /** A step whose share has arrived, and the ten seconds since, in which the pool had this much traffic. */
    private static Optional<Share> instead(RunFacts facts, double pool, UnaryOperator<Verdict> says) {
        return instead(facts, step(Stage.RAMP), pool, says);
    }

    private static Step step(Stage stage) {
        return Step.asked(2, 2, stage, START, LOAD, Share.ofFraction(LOAD / POOL), "for a test")
                .inEffectSince(START);
    }

    private static Optional<Share> instead(RunFacts facts, Step step, double pool, UnaryOperator<Verdict> says) {
        double noise = 10;
        Step seen = step;
        PoolTraffic traffic = PoolTraffic.UNKNOWN;
        Verdict last = null;
        for (int i = 1; i <= 10; i++) {
            double now = pool + (i % 2 == 0 ? noise : -noise);
            last = says.apply(
                    Shop.verdict("shop-1", START.plusSeconds(i), step.asked().fraction() * now, now));
            traffic = traffic.with(last.tick());
            seen = seen.observe(last.tick(), null, 1, START.plusSeconds(i));
        }
        return Steering.instead(facts, seen, traffic, last, List.of("c"));
    }

    private static Optional<Share> instead(double pool) {
        return instead(SHOP, pool, UnaryOperator.identity());
    }

    @Test
    void the_same_load_is_a_smaller_share_of_more_traffic() {
        assertThat(instead(2_200)).contains(Share.ofFraction(LOAD / 2_200));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1_750, 1_000})
    void less_traffic_raises_the_share_by_a_little_at_a_time(double pool) {
        assertThat(instead(pool)).contains(Share.ofFraction(1.06 * LOAD / POOL));
    }

    @ParameterizedTest
    @ValueSource(doubles = {2_050, 1_800})
    void what_hardly_matters_is_not_followed(double pool) {
        assertThat(instead(pool)).isEmpty();
    }

    @Test
    void a_share_is_seen_to_arrive_before_another_one_is_asked_for() {
        Step asked = step(Stage.RAMP).asking(Share.ofFraction(0.19), START);
        assertThat(instead(SHOP, asked, 2_500, UnaryOperator.identity()))
                .as("not confirmed")
                .isEmpty();
        assertThat(instead(SHOP, asked.inEffectSince(START.plusSeconds(7)), 2_500, UnaryOperator.identity()))
                .as("confirmed three seconds ago")
                .isEmpty();
    }

    @Test
    void traffic_that_may_only_seem_to_be_less_never_raises_the_share() {
        assertThat(instead(SHOP, 1_700, TickVariants.tick(TickVariants::partial)))
                .isEmpty();
        assertThat(instead(SHOP, 1_700, TickVariants.missing("b"))).isEmpty();
        assertThat(instead(SHOP, 1_700, TickVariants.missing("c")))
                .as("missing since the baseline")
                .isPresent();
        assertThat(instead(SHOP, 1_700, TickVariants.tick(t -> TickVariants.requested(t, LOAD))))
                .as("the SUT's own load did not fall")
                .isEmpty();
        assertThat(instead(SHOP, 2_300, TickVariants.tick(TickVariants::partial)))
                .as("and more traffic lowers it all the same")
                .isPresent();
    }

    @Test
    void a_broken_rule_or_a_recovering_host_never_raises_the_share() {
        UnaryOperator<Verdict> broken = v -> Shop.verdict(
                "shop-1",
                v.at(),
                v.tick().requested(),
                v.tick().poolRequested(),
                0,
                dev.redliner.contracts.verdict.Outcome.FAIL,
                false);
        assertThat(instead(SHOP, 1_700, broken)).isEmpty();
        assertThat(instead(SHOP, step(Stage.HEAL), 1_700, UnaryOperator.identity()))
                .isEmpty();
    }

    @Test
    void no_step_raises_its_share_by_more_than_a_fifth_nor_changes_it_for_ever() {
        Step step = step(Stage.REFINE);
        int changes = 0;
        for (int i = 0; i < 20; i++) {
            Optional<Share> other = instead(SHOP, step, 1_000, UnaryOperator.identity());
            if (other.isPresent()) {
                changes++;
                step = step.asking(other.get(), START).inEffectSince(START);
            }
        }
        assertThat(changes).isEqualTo(4);
        assertThat(step.asked().fraction()).isBetween(1.15 * LOAD / POOL, 1.2 * LOAD / POOL);
    }

    @Test
    void users_change_their_host_only_for_a_clear_drift_and_in_whole_buckets() {
        RunFacts frontEnd = facts(Tier.FRONT_END);
        assertThat(instead(frontEnd, 2_090, UnaryOperator.identity())).isEmpty();
        Share share = instead(frontEnd, 2_301, UnaryOperator.identity()).orElseThrow();
        assertThat(share).isEqualTo(share.wholeBuckets()).isLessThan(Share.ofFraction(LOAD / POOL));
        assertThat(instead(frontEnd, 1_800, UnaryOperator.identity())).isEmpty();
        Share raised = instead(frontEnd, 1_750, UnaryOperator.identity()).orElseThrow();
        assertThat(raised).isEqualTo(raised.wholeBuckets()).isGreaterThan(Share.ofFraction(LOAD / POOL));
    }

    @Test
    void the_load_stays_what_each_step_is_about_while_the_traffic_grows_by_a_third() {
        var world = growing(RunState.RAMPING, 1.005);
        assertThat(world.run.steps().stream().filter(s -> s.seen().seconds() >= 5 && !(s.stage() == Stage.HEAL)))
                .hasSizeGreaterThan(5)
                .allSatisfy(step -> assertThat(step.seen().rps() / step.load())
                        .as(step.number() + " " + step.stage())
                        .isBetween(0.95, 1.05));
    }

    /** A run with pool traffic that grows by this factor each second, for a minute from this state on. */
    private static ShopWorld growing(RunState from, double factor) {
        var world = new ShopWorld().begin().until(from);
        for (int i = 0; i < 60; i++) {
            world.poolRps *= factor;
            world.second();
        }
        return world;
    }

    /** The Envoys continue to report, and have not applied the order. */
    private static void stillPending(ShopWorld world) {
        world.handle(new RunEvent.ReportArrived(
                Shop.report(world.now, Lease.LIVE, world.run, EnvoyState.State.PENDING, Shop.BASELINE)));
    }

    @Test
    void the_evidence_of_a_step_goes_on_while_its_share_follows_the_traffic() {
        var world = growing(RunState.REFINING, 1.004);
        assertThat(world.run.steps().stream().filter(s -> s.held().changes() > 0))
                .isNotEmpty()
                .allSatisfy(step -> {
                    assertThat(step.asked()).isLessThan(step.held().first());
                    assertThat(step.seen().seconds())
                            .as("the evidence before the change, too")
                            .isGreaterThanOrEqualTo(step.held().arrived().seconds() + 5);
                    assertThat(step.seen().rps() / step.load()).isBetween(0.95, 1.05);
                });
    }

    @Test
    void a_share_that_is_asked_for_instead_and_does_not_arrive_ends_the_run() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        int changes = 0;
        while (changes == 0 && !world.run.state().over()) {
            world.poolRps *= 1.01;
            world.second();
            changes = world.run.steps().get(world.run.steps().size() - 1).held().changes();
        }
        stillPending(world);
        world.envoyAnswers = false;
        for (int i = 0; i < 7; i++) {
            world.now = world.now.plusSeconds(1);
            stillPending(world);
            world.handle(new RunEvent.TimePassed());
        }
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        assertThat(world.run.reason().orElse("")).contains("confirmed");
    }

    /** A run with pool traffic that drifts by 15% within a minute and a half, and bursts. */
    private static ShopWorld drifting(long seed) {
        var chance = new Random(seed);
        var world = new ShopWorld().begin();
        for (int i = 0; i < 300 && !world.run.state().over(); i++) {
            world.poolRps = ShopWorld.POOL_RPS * (1 + 0.15 * Math.sin(i / 15.0)) * (1 + 0.02 * chance.nextGaussian());
            world.second();
        }
        assertThat(world.run.state())
                .as("seed %d: %s", seed, world.run.reason())
                .isEqualTo(RunState.COMPLETED);
        return world;
    }

    @Test
    void the_redline_is_found_although_the_traffic_drifts_and_bursts() {
        int held = 0;
        for (long seed = 1; seed <= 12; seed++) {
            var world = drifting(seed);
            var redline = world.run.redline().orElseThrow();
            assertThat(redline.rps()).isBetween(600.0, 780.0);
            held += redline.low() <= world.redline && world.redline <= redline.high() ? 1 : 0;
        }
        assertThat(held).as("of twelve 95%% intervals").isGreaterThanOrEqualTo(11);
    }

    @Test
    void a_run_whose_traffic_drifts_and_bursts_replays_to_the_same_run() {
        var world = drifting(7);
        assertThat(world.run.steps()).anyMatch(step -> step.held().changes() > 0);
        Run replayed = Run.accepted(world.run.facts());
        for (int i = 0; i < world.events.size(); i++) {
            replayed = replayed.on(world.events.get(i), world.times.get(i)).run();
        }
        assertThat(replayed.steps()).isEqualTo(world.run.steps());
        assertThat(replayed.redline()).isEqualTo(world.run.redline());
    }
}
