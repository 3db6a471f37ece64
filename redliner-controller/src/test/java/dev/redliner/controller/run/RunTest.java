package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.EndedBy;
import dev.redliner.api.RunReport.LoadSource;
import dev.redliner.api.RunState;
import dev.redliner.api.UnverifiedRestore;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.EnvoyState.State;
import dev.redliner.contracts.redirect.RedirectReport.Lease;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.report.RunReports;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import dev.redliner.search.Plan;
import dev.redliner.search.Redline;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import dev.redliner.search.policy.GuidedSearch;
import dev.redliner.service.Limits;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunTest {
    private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");

    @Test
    void measures_the_redline_and_puts_the_traffic_back() {
        var world = new ShopWorld().begin().until(RunState.COMPLETED);
        var redline = world.run.redline().orElseThrow();
        assertThat(redline.rps()).isBetween(600.0, 780.0);
        assertThat(redline.limitingRule()).isEqualTo("p99");
        assertThat(world.run.restoration().orElseThrow().verified()).isNotNull();
        assertThat(world.run.unverified()).isEmpty();
        assertThat(world.run.steps()).isNotEmpty().allMatch(s -> s.to() != null && s.ended() != null);
        assertThat(world.run.standing()).isEqualTo(new DesiredTraffic.Restore(Shop.BASELINE));
    }

    @Test
    void the_same_events_replay_to_the_same_run() {
        var world = new ShopWorld().begin().until(RunState.COMPLETED);
        Run replayed = Run.accepted(world.run.facts());
        for (int i = 0; i < world.events.size(); i++) {
            replayed = replayed.on(world.events.get(i), world.times.get(i)).run();
        }
        assertThat(replayed.state()).isEqualTo(world.run.state());
        assertThat(replayed.steps()).isEqualTo(world.run.steps());
        assertThat(replayed.redline()).isEqualTo(world.run.redline());
        assertThat(replayed.harm()).isEqualTo(world.run.harm());
    }

    @Test
    void nothing_is_moved_before_the_baseline_is_known() {
        var world = new ShopWorld().begin();
        world.second();
        assertThat(world.run.state()).isEqualTo(RunState.BASELINING);
        assertThat(world.run.standing()).isEqualTo(new DesiredTraffic.Nothing());
    }

    @Test
    void no_share_goes_beyond_the_largest_allowed() {
        var world = new ShopWorld();
        world.redline = 100_000;
        world.poolRps = 700;
        world.begin().until(RunState.COMPLETED);
        assertThat(world.run.redline().orElseThrow().atLeast()).isTrue();
        assertThat(world.run.steps())
                .allMatch(s -> s.asked().compareTo(Shop.SERVICE.pool().maxShare()) <= 0);
    }

    @Test
    void a_lower_load_than_a_broken_one_is_no_higher_share_although_less_traffic_is_seen() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        Share asked = world.run.steps().get(0).asked();
        RunDraft draft = world.run.draft();
        Shifting.follow(draft, new Plan.Probe(99, 100_000, Stage.RAMP, "below what broke"), asked, NOW);
        assertThat(draft.steps.get(draft.steps.size() - 1).asked()).isEqualTo(asked);
    }

    @Test
    void what_breaks_in_the_sample_in_which_a_step_begins_is_left_at_once() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        int steps = world.run.steps().size();
        while (world.run.steps().size() == steps) {
            world.second();
        }
        Share before = world.share();
        world.acknowledge();
        world.now = world.now.plusMillis(500);
        double load = before.fraction() * ShopWorld.POOL_RPS;
        world.handle(new RunEvent.VerdictArrived(Shop.verdict(
                world.run.id(), world.now, load, ShopWorld.POOL_RPS, Math.round(load / 2), Outcome.FAIL, true)));
        assertThat(world.share()).isLessThan(before);
    }

    /**
     * A window of ten seconds that still contains an earlier load is no evidence about the load since, regardless of
     * the clocks.
     */
    @Test
    void a_clock_that_is_ahead_makes_no_news_of_a_load_that_was_left() {
        var world = new ShopWorld().begin().until(RunState.REFINING);
        Instant left = world.run.steps().get(world.run.steps().size() - 2).to();
        while (world.run.steps().get(world.run.steps().size() - 1).inEffect() == null
                || world.now.isBefore(left.plusSeconds(7))) {
            world.second();
        }
        Share before = world.share();
        int steps = world.run.steps().size();
        double load = before.fraction() * ShopWorld.POOL_RPS;
        world.now = world.now.plusMillis(500);
        Verdict old =
                Shop.verdict(world.run.id(), world.now.plusSeconds(4), load, ShopWorld.POOL_RPS, 0, Outcome.FAIL, true);
        world.handle(new RunEvent.VerdictArrived(old.withoutTick("the rule's window alone is to speak")));
        assertThat(world.run.decided()).doesNotContain("is broken");
        assertThat(world.run.steps()).hasSize(steps);
        assertThat(world.share()).isEqualTo(before);
    }

    /** The SUT carries another load in such a tick than the step asks for. */
    @Test
    void a_tick_from_before_a_step_is_in_no_step_although_its_clock_is_ahead() {
        var world = new ShopWorld().begin().until(RunState.REFINING);
        while (world.run.steps().get(world.run.steps().size() - 1).inEffect() == null) {
            world.second();
        }
        Step step = world.run.steps().get(world.run.steps().size() - 1);
        Instant inEffect = step.inEffect();
        world.now = inEffect.plusMillis(500);
        Verdict ahead = Shop.verdict(world.run.id(), world.now.plusSeconds(4), 900, ShopWorld.POOL_RPS);
        world.handle(new RunEvent.VerdictArrived(ahead));
        Step after = world.run.steps().get(step.number() - 1);
        assertThat(after.seen()).isEqualTo(step.seen());
        assertThat(after.held().arrived()).isEqualTo(step.held().arrived());
    }

    @Test
    void a_rule_that_fails_because_of_an_earlier_load_hides_no_other_one() {
        var world = new ShopWorld().begin().until(RunState.REFINING);
        int steps = world.run.steps().size();
        for (int i = 0; i < 4; i++) {
            world.second();
        }
        assertThat(world.run.steps()).as("the step goes on").hasSize(steps);
        world.now = world.now.plusMillis(500);
        double load = world.share().fraction() * ShopWorld.POOL_RPS;
        Verdict old = Shop.verdict(world.run.id(), world.now, load, ShopWorld.POOL_RPS, 0, Outcome.FAIL, true);
        var threads = new RuleVerdict("threads", Outcome.FAIL, true, OnFail.BACK_OFF, List.of(), null);
        List<RuleVerdict> both =
                Stream.concat(old.rules().stream(), Stream.of(threads)).toList();
        world.handle(new RunEvent.VerdictArrived(new Verdict(
                old.run(),
                old.pool(),
                old.at(),
                old.judgedAt(),
                both,
                old.tick(),
                old.metrics(),
                old.missing(),
                old.notes(),
                old.identity(),
                old.foreign())));
        assertThat(world.run.steps()).as("the load is left").hasSize(steps + 1);
    }

    /** Of such a rule the verdict alone is known, and its window reaches back to the load that was left. */
    @Test
    void the_search_waits_while_a_rule_without_counts_fails_because_of_a_higher_load() {
        var world = new ShopWorld().begin();
        while (world.run.steps().isEmpty()
                || last(world).stage() != Stage.HEAL
                || last(world).inEffect() == null) {
            world.second();
        }
        int steps = world.run.steps().size();
        var alone = new RuleVerdict("p99", Outcome.FAIL, true, OnFail.BACK_OFF, List.of(), null);
        world.says = v -> new Verdict(
                v.run(),
                v.pool(),
                v.at(),
                v.judgedAt(),
                List.of(alone),
                v.tick(),
                v.metrics(),
                v.missing(),
                v.notes(),
                v.identity(),
                v.foreign());
        for (int i = 0; i < 6; i++) {
            world.second();
            assertThat(world.run.steps()).hasSize(steps);
            assertThat(world.run.decided()).contains("reaches back to a higher load");
        }
        world.says = UnaryOperator.identity();
        for (int i = 0; i < 30 && world.run.steps().size() == steps; i++) {
            world.second();
        }
        assertThat(world.run.steps()).as("it holds, and the search goes on").hasSizeGreaterThan(steps);
    }

    private static Step last(ShopWorld world) {
        return world.run.steps().get(world.run.steps().size() - 1);
    }

    /** The rule of the shop counts after two failures, so two readings hold 100 requests. */
    @Test
    void near_the_redline_a_host_of_many_requests_is_read_more_often_than_one_of_few() {
        var busy = new ShopWorld().begin();
        assertThat(busy.run.samplingInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(busy.until(RunState.REFINING).run.samplingInterval()).isEqualTo(Duration.ofMillis(500));
        var small = new ShopWorld();
        small.poolRps = 120;
        small.redline = 42;
        small.begin().until(RunState.REFINING);
        assertThat(small.run.state()).isEqualTo(RunState.REFINING);
        assertThat(small.run.samplingInterval()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void what_is_missing_again_is_no_news() {
        Observations missing = Observations.NONE.lacking("verdicts", NOW);
        assertThat(missing.lacking("verdicts", NOW.plusSeconds(1))).isSameAs(missing);
        assertThat(missing.lacking("samples", NOW.plusSeconds(1))).isNotSameAs(missing);
    }

    @Test
    void an_abort_restores_before_it_ends() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.handle(new RunEvent.AbortAsked("kim", "enough"));
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        assertThat(world.run.standing()).isEqualTo(new DesiredTraffic.Restore(Shop.BASELINE));
        world.until(RunState.ABORTED);
        assertThat(world.run.reason().orElse("")).contains("kim").contains("enough");
    }

    @Test
    void a_restore_ends_only_when_the_traffic_is_seen_back() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.handle(new RunEvent.AbortAsked("kim", "enough"));
        world.acknowledge();
        for (int i = 0; i < 20; i++) {
            world.now = world.now.plusSeconds(1);
            world.handle(new RunEvent.VerdictArrived(
                    Shop.verdict(world.run.id(), world.now, 0.3 * ShopWorld.POOL_RPS, ShopWorld.POOL_RPS)));
        }
        assertThat(world.run.state()).as("30%% is not the baseline").isEqualTo(RunState.RESTORING);
        world.until(RunState.ABORTED);
    }

    @Test
    void missing_data_never_raises_the_load_and_then_restores() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        Share before = world.share();
        int steps = world.run.steps().size();
        for (int i = 0; i < 9; i++) {
            world.acknowledge();
            world.now = world.now.plusSeconds(1);
            world.handle(new RunEvent.VerdictArrived(Shop.unknown(world.run.id(), world.now)));
            world.handle(new RunEvent.TimePassed());
            assertThat(world.share()).isEqualTo(before);
            assertThat(world.run.steps()).hasSize(steps);
        }
        assertThat(world.run.decided()).startsWith("The run holds its share.");
        for (int i = 0; i < 4; i++) {
            world.acknowledge();
            world.now = world.now.plusSeconds(1);
            world.handle(new RunEvent.VerdictArrived(Shop.unknown(world.run.id(), world.now)));
            world.handle(new RunEvent.TimePassed());
        }
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        world.until(RunState.INCONCLUSIVE);
        assertThat(world.run.redline()).isEmpty();
    }

    @Test
    void silence_of_the_analyzer_restores() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        for (int i = 0; i < 20; i++) {
            world.acknowledge();
            world.now = world.now.plusSeconds(1);
            world.handle(new RunEvent.TimePassed());
        }
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        assertThat(world.run.reason().orElse("")).contains("verdicts");
    }

    @Test
    void an_envoy_that_never_confirms_makes_it_inconclusive() {
        var world = new ShopWorld().begin().until(RunState.BASELINING);
        while (world.run.state() == RunState.BASELINING) {
            world.second();
        }
        world.handle(new RunEvent.ReportArrived(
                Shop.report(world.now, Lease.LIVE, world.run, State.PENDING, Shop.BASELINE)));
        world.envoyAnswers = false;
        for (int i = 0; i < 7; i++) {
            world.now = world.now.plusSeconds(1);
            world.handle(new RunEvent.ReportArrived(
                    Shop.report(world.now, Lease.LIVE, world.run, State.PENDING, Shop.BASELINE)));
            world.handle(new RunEvent.TimePassed());
        }
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        assertThat(world.run.reason().orElse("")).contains("confirmed");
    }

    @Test
    void without_any_redirector_a_run_holds_and_restores() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.envoyAnswers = false;
        Share before = world.share();
        for (int i = 0; i < 5; i++) {
            world.second();
        }
        assertThat(world.share()).isEqualTo(before);
        for (int i = 0; i < 20 && world.run.state() != RunState.RESTORING; i++) {
            world.second();
        }
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        assertThat(world.run.reason().orElse("")).contains("Envoy");
    }

    @Test
    void a_controller_that_stood_still_does_not_go_on() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.now = world.now.plusSeconds(60);
        world.handle(new RunEvent.Stalled(60));
        assertThat(world.run.standing()).isEqualTo(new DesiredTraffic.Restore(Shop.BASELINE));
        world.until(RunState.INCONCLUSIVE);
    }

    @Test
    void verdicts_of_long_ago_are_no_news() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        Share before = world.share();
        for (int i = 0; i < 30 && world.run.state() == RunState.RAMPING; i++) {
            world.acknowledge();
            world.now = world.now.plusSeconds(1);
            double load = world.share().fraction() * ShopWorld.POOL_RPS;
            world.handle(new RunEvent.VerdictArrived(
                    Shop.verdict(world.run.id(), world.now.minusSeconds(15), load, ShopWorld.POOL_RPS)));
            world.handle(new RunEvent.TimePassed());
            assertThat(world.share()).isLessThanOrEqualTo(before);
        }
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
    }

    @Test
    void a_restore_that_no_request_comes_to_show_ends_and_says_so() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.handle(new RunEvent.AbortAsked("kim", "enough"));
        for (int i = 0; i < 70 && !world.run.state().over(); i++) {
            world.acknowledge();
            world.now = world.now.plusSeconds(1);
            world.handle(new RunEvent.VerdictArrived(Shop.verdict(world.run.id(), world.now, 0, 0)));
            world.handle(new RunEvent.TimePassed());
        }
        assertThat(world.run.state()).isEqualTo(RunState.ABORTED);
        assertThat(world.run.reason().orElse("")).contains("no traffic was there");
        assertThat(world.run.unverified()).contains(UnverifiedRestore.NO_TRAFFIC);
        assertThat(RunReports.of(world.run, world.now).unverified()).isEqualTo(UnverifiedRestore.NO_TRAFFIC);
        assertThat(world.run.restoration().orElseThrow().verified()).isNull();
    }

    @Test
    void a_restore_of_which_nobody_tells_anything_goes_on() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.handle(new RunEvent.AbortAsked("kim", "enough"));
        for (int i = 0; i < 300; i++) {
            world.acknowledge();
            world.now = world.now.plusSeconds(1);
            world.handle(new RunEvent.TimePassed());
        }
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        world.until(RunState.ABORTED);
        assertThat(world.run.restoration().orElseThrow().verified()).isNotNull();
    }

    @Test
    void an_overdue_restore_that_is_not_seen_for_days_hears_a_few_verdicts_and_one_report_a_minute() {
        var world = restoringFor(Duration.ofHours(2));
        world.events.clear();
        double away = 0.3 * ShopWorld.POOL_RPS;
        for (int i = 0; i < 3_600; i++) {
            second(world, away, ShopWorld.POOL_RPS);
        }
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        assertThat(world.events.stream().filter(RunEvent.VerdictArrived.class::isInstance))
                .hasSizeBetween(1, 180);
        assertThat(world.events.stream().filter(RunEvent.ReportArrived.class::isInstance))
                .hasSizeBetween(1, 60);
    }

    @Test
    void an_overdue_restore_is_seen_within_a_minute_of_the_share_being_back() {
        var world = restoringFor(Duration.ofMinutes(10));
        double back = Shop.BASELINE.fraction() * ShopWorld.POOL_RPS;
        for (int i = 0; i < 65 && !world.run.state().over(); i++) {
            second(world, back, ShopWorld.POOL_RPS);
        }
        assertThat(world.run.state()).isEqualTo(RunState.ABORTED);
        assertThat(world.run.restoration().orElseThrow().verified()).isNotNull();
    }

    @Test
    void an_overdue_restore_whose_traffic_speaks_for_the_baseline_is_looked_at_to_the_end() {
        var world = restoringFor(Duration.ofMinutes(10));
        double few = 0.5;
        int seconds = 0;
        while (!world.run.state().over() && seconds < 300) {
            second(world, Shop.BASELINE.fraction() * few, few);
            seconds++;
        }
        assertThat(world.run.reason().orElse("")).contains("in 100 s were too few");
        assertThat(world.run.unverified()).contains(UnverifiedRestore.TOO_FEW_REQUESTS);
        assertThat(seconds).as("a minute until it looks, and the look").isLessThanOrEqualTo(165);
    }

    @Test
    void an_overdue_restore_hears_at_once_that_the_share_is_somebody_elses() {
        var world = restoringFor(Duration.ofMinutes(3).plusSeconds(30));
        world.says = TickVariants.foreign("the weight is 50 by hand");
        second(world, 0.3 * ShopWorld.POOL_RPS, ShopWorld.POOL_RPS);
        assertThat(world.run.state()).isEqualTo(RunState.ABORTED);
        assertThat(world.run.unverified()).contains(UnverifiedRestore.OTHER_SYSTEM);
    }

    @Test
    void what_an_overdue_restore_did_not_hear_of_is_not_taken_for_the_absence_of_traffic() {
        var world = restoringFor(Duration.ofMinutes(3).plusSeconds(59));
        int seconds = 0;
        while (!world.run.state().over() && seconds < 200) {
            second(world, 0, 0);
            seconds++;
        }
        assertThat(world.run.reason().orElse("")).contains("no traffic was there for 60 s");
        assertThat(seconds).isGreaterThanOrEqualTo(60);
    }

    @Test
    void a_few_requests_at_night_are_not_taken_for_none() {
        var world = restoringFor(Duration.ofMinutes(61));
        for (int i = 0; i < 1_800; i++) {
            boolean request = i % 8 == 0;
            second(world, request ? 1 : 0, request ? 2 : 0);
        }
        assertThat(world.run.state())
                .as("half of the requests are not the baseline's tenth: " + world.run.decided())
                .isEqualTo(RunState.RESTORING);
    }

    @Test
    void what_fails_while_the_traffic_is_put_back_is_not_journalled_each_time() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        var failed = new RunEvent.PartFailed("sending an order", "no broker");
        assertThat(world.run.isObsolete(failed, world.now)).isFalse();
        world.handle(new RunEvent.AbortAsked("kim", "enough"));
        assertThat(world.run.isObsolete(failed, world.now)).isTrue();
    }

    @Test
    void what_breaks_while_envoy_itself_answers_is_no_redline() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.second();
        world.acknowledge();
        world.now = world.now.plusSeconds(1);
        double load = world.share().fraction() * ShopWorld.POOL_RPS;
        world.handle(new RunEvent.VerdictArrived(
                TickVariants.tick(t -> TickVariants.invalidating(t, "invalidating.overflow"))
                        .apply(Shop.verdict(
                                world.run.id(),
                                world.now,
                                load,
                                ShopWorld.POOL_RPS,
                                Math.round(load / 2),
                                Outcome.FAIL,
                                true))));
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        world.until(RunState.INCONCLUSIVE);
        assertThat(world.run.redline()).isEmpty();
        assertThat(world.run.reason().orElse("")).contains("overflow");
    }

    /** A run whose traffic has not returned for this long although every Envoy confirmed. */
    private static ShopWorld restoringFor(Duration lasts) {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.handle(new RunEvent.AbortAsked("kim", "enough"));
        for (int i = 0; i < lasts.toSeconds(); i++) {
            second(world, 0.3 * ShopWorld.POOL_RPS, ShopWorld.POOL_RPS);
        }
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        return world;
    }

    /** Passes events on as the driver does: an event without effect is neither processed nor journalled. */
    private static void second(ShopWorld world, double sutRps, double poolRps) {
        world.now = world.now.plusSeconds(1);
        var verdict = world.says.apply(Shop.verdict(world.run.id(), world.now, sutRps, poolRps));
        var report = Shop.report(world.now, Lease.IDLE, world.run, State.BASELINE, Shop.BASELINE);
        List.of(new RunEvent.ReportArrived(report), new RunEvent.VerdictArrived(verdict), new RunEvent.TimePassed())
                .forEach(event -> {
                    if (!world.run.isObsolete(event, world.now)) {
                        world.handle(event);
                    }
                });
    }

    @Test
    void a_verdict_that_was_heard_before_counts_once() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        var again = world.run.lastVerdict().orElseThrow();
        Run before = world.run;
        world.handle(new RunEvent.VerdictArrived(again));
        assertThat(world.run.harm()).isEqualTo(before.harm());
        assertThat(world.run.steps()).isEqualTo(before.steps());
    }

    @Test
    void a_rejected_share_does_not_count_and_restores() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.handle(new RunEvent.ReportArrived(
                Shop.report(world.now, Lease.LIVE, world.run, State.REJECTED, Shop.BASELINE)));
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        assertThat(world.run.reason().orElse("")).contains("rejected");
    }

    private static RunEvent rejectedListener(ShopWorld world, Lease lease, State layer) {
        var envoy = new EnvoyState("envoy-1", State.REJECTED, world.share(), "{Listener=cannot bind}", true, layer);
        return new RunEvent.ReportArrived(Shop.report(world.now, lease, world.run, envoy));
    }

    @Test
    void a_rejected_listener_ends_a_run_and_does_not_keep_its_restore_from_being_confirmed() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.envoyAnswers = false;
        world.handle(rejectedListener(world, Lease.LIVE, State.APPLIED));
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        for (int i = 0; i < 10; i++) {
            world.handle(rejectedListener(world, Lease.IDLE, State.PENDING));
            world.second();
        }
        assertThat(world.run.restoration().orElseThrow().configured())
                .as("the Envoy may still hold the override")
                .isNull();
        for (int i = 0; i < 90 && !world.run.state().over(); i++) {
            world.handle(rejectedListener(world, Lease.IDLE, State.BASELINE));
            world.second();
        }
        assertThat(world.run.state()).isEqualTo(RunState.INCONCLUSIVE);
        assertThat(world.run.restoration().orElseThrow().verified()).isNotNull();
        assertThat(world.run.reason().orElse("")).contains("Listener", "cannot bind");
    }

    @Test
    void no_run_begins_while_an_envoy_rejects_a_listener() {
        var world = new ShopWorld();
        world.envoyAnswers = false;
        world.begin();
        for (int i = 0; i < 120 && !world.run.state().over(); i++) {
            world.handle(rejectedListener(world, Lease.IDLE, State.BASELINE));
            world.second();
        }
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.reason().orElse("")).contains("not on their baseline: envoy-1");
    }

    @Test
    void a_share_that_does_not_arrive_makes_it_inconclusive() {
        var world = new ShopWorld();
        world.envoyObeys = false;
        world.begin();
        for (int i = 0; i < 120 && !world.run.state().over(); i++) {
            world.second();
        }
        assertThat(world.run.state()).isEqualTo(RunState.INCONCLUSIVE);
        assertThat(world.run.reason().orElse("")).contains("asked for").contains("obey");
    }

    @Test
    void a_share_that_does_not_arrive_is_found_over_steps_that_are_too_small_alone() {
        var world = new ShopWorld();
        world.poolRps = 45;
        world.redline = 20;
        world.envoyObeys = false;
        world.begin();
        world.toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.INCONCLUSIVE);
        assertThat(world.run.reason().orElse("")).contains("asked for").contains("obey");
        assertThat(world.run.steps())
                .hasSizeGreaterThan(1)
                .allSatisfy(step -> assertThat(step.held().step().enough()).isFalse());
    }

    @Test
    void a_service_that_is_broken_already_is_refused_untouched() {
        var world = new ShopWorld();
        world.redline = 150;
        world.begin();
        for (int i = 0; i < 60 && !world.run.state().over(); i++) {
            world.second();
            assertThat(world.run.standing()).isEqualTo(new DesiredTraffic.Nothing());
        }
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.reason().orElse("")).contains("normal load");
    }

    @Test
    void without_an_envoy_it_is_refused_with_the_reason() {
        var world = new ShopWorld();
        world.envoyAnswers = false;
        world.handle(new RunEvent.Begun("test"));
        for (int i = 0; i < 60 && !world.run.state().over(); i++) {
            world.second();
        }
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.reason().orElse("")).contains("Envoy");
    }

    @Test
    void a_dry_run_ends_where_another_run_makes_its_first_step() {
        var world = new ShopWorld();
        world.acknowledge();
        world.handle(new RunEvent.Begun("test", null, true));
        for (int i = 0; i < 120 && !world.run.state().over(); i++) {
            world.second();
            assertThat(world.run.standing()).isEqualTo(new DesiredTraffic.Nothing());
        }
        assertThat(world.run.state()).isEqualTo(RunState.READY);
        var measuring = new ShopWorld().begin().until(RunState.RAMPING);
        assertThat(world.now).isEqualTo(measuring.now);
        Step first = measuring.run.steps().get(0);
        assertThat(world.run.reason().orElseThrow())
                .isEqualTo(EndMessages.dryRunPassed(first.asked(), first.load(), 1));
        assertThat(world.run.steps()).isEmpty();
        assertThat(world.run.baselineMetrics()).isNotEmpty();
    }

    @Test
    void a_dry_run_that_is_aborted_or_taken_over_orders_nothing() {
        for (RunEvent event : List.of(
                new RunEvent.AbortAsked("sam", "enough"),
                new RunEvent.Stalled(20),
                new RunEvent.PartFailed("the journal", "full"),
                new RunEvent.Recovered("another", 2, null, ""))) {
            var world = new ShopWorld();
            world.acknowledge();
            world.handle(new RunEvent.Begun("test", null, true));
            world.second();
            world.handle(event);
            assertThat(world.run.state()).as(event.toString()).isEqualTo(RunState.NOT_READY);
            assertThat(world.run.standing()).isEqualTo(new DesiredTraffic.Nothing());
        }
    }

    @Test
    void a_refused_order_ends_the_run() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.handle(new RunEvent.ReportArrived(
                Shop.report(world.now, Lease.REFUSED, world.run, State.BASELINE, Shop.BASELINE)));
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
    }

    @Test
    void a_run_left_behind_is_only_restored() {
        var world = new ShopWorld();
        world.acknowledge();
        world.handle(new RunEvent.Recovered("another", 2, null, ""));
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        assertThat(world.run.standing()).isEqualTo(new DesiredTraffic.Restore(Shop.BASELINE));
        world.until(RunState.INTERRUPTED);
    }

    @Test
    void harm_beyond_the_budget_ends_the_run() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        for (int i = 0; i < 30 && world.run.state() != RunState.RESTORING; i++) {
            world.acknowledge();
            world.now = world.now.plusSeconds(1);
            double load = world.share().fraction() * ShopWorld.POOL_RPS;
            world.handle(new RunEvent.VerdictArrived(Shop.verdict(
                    world.run.id(), world.now, load, ShopWorld.POOL_RPS, Math.round(0.3 * load), Outcome.PASS, false)));
        }
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        assertThat(world.run.reason().orElse("")).contains("harm budget");
        assertThat(world.run.endedBy()).contains(EndedBy.HARM_BUDGET);
    }

    @Test
    void the_second_that_used_up_the_harm_budget_counts() {
        var world = careful().begin().until(RunState.REFINING);
        int number = world.run.steps().size();
        while (world.run.steps().get(number - 1).seen().seconds() < 6) {
            world.second();
        }
        assertThat(world.run.steps()).as("still the first probe").hasSize(number);
        Redline before = world.run.estimate().orElseThrow();
        badSecond(world);
        assertThat(world.run.reason().orElse("")).contains("harm budget");
        assertThat(world.run.endedBy()).contains(EndedBy.HARM_BUDGET);
        world.until(RunState.COMPLETED);
        assertThat(world.run.redline().orElseThrow().rps()).isLessThan(before.rps());
        assertThat(world.run.redline().orElseThrow().low()).isLessThan(before.low());
    }

    @Test
    void a_ramp_whose_last_second_used_up_the_harm_budget_has_no_result_as_it_may_have_been_a_hiccup() {
        var world = careful().begin().until(RunState.RAMPING);
        while (world.share().fraction() * ShopWorld.POOL_RPS < 0.9 * world.redline) {
            world.second();
        }
        badSecond(world);
        assertThat(world.run.reason().orElse("")).contains("harm budget");
        assertThat(world.run.endedBy()).contains(EndedBy.HARM_BUDGET);
        world.until(RunState.INCONCLUSIVE);
        assertThat(world.run.redline()).isEmpty();
    }

    /** A run with a smaller harm budget. */
    private static ShopWorld careful() {
        var world = new ShopWorld();
        ServiceDefinition usual = Shop.SERVICE;
        Limits limits = usual.limits();
        var service = new ServiceDefinition(
                usual.pool(),
                usual.rules(),
                new Limits(limits.maxDuration(), 0.005, limits.unknownFor(), limits.settledFor()).ofSimulatedHosts(),
                usual.sampling(),
                usual.targetRps(),
                usual.dependsOn(),
                usual.profile());
        world.run = Run.accepted(new RunFacts("shop-1", service, 1, ShopWorld.START, SearchSettings.DEFAULT));
        return world;
    }

    private static void badSecond(ShopWorld world) {
        world.acknowledge();
        double load = world.share().fraction() * ShopWorld.POOL_RPS;
        world.now = world.now.plusSeconds(1);
        world.handle(new RunEvent.VerdictArrived(Shop.verdict(
                world.run.id(), world.now, load, ShopWorld.POOL_RPS, Math.round(load), Outcome.PASS, false)));
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
    }

    @Test
    void a_baseline_that_takes_long_leaves_the_search_less_time_so_that_it_still_has_a_result() {
        var world = new ShopWorld();
        var given = new ArrayList<Duration>();
        RunFacts facts = world.run.facts();
        world.run = Run.accepted(new RunFacts(
                facts.id(),
                facts.service(),
                facts.token(),
                facts.startedAt(),
                facts.settings(),
                (normalLoad, highestLoad, settings) -> {
                    given.add(settings.budget());
                    return GuidedSearch.from(normalLoad, highestLoad, settings);
                }));
        world.begin();
        double carries = world.redline;
        for (int i = 0; i < 34; i++) {
            // broken under the normal load in every third second
            world.redline = i % 3 == 2 ? 150 : carries;
            world.second();
        }
        assertThat(world.run.state()).as(world.run.decided()).isEqualTo(RunState.BASELINING);
        world.redline = carries;
        while (!world.run.state().over()) {
            world.second();
        }
        Duration longest = facts.service().limits().maxDuration();
        assertThat(given.get(given.size() - 1)).isBetween(longest.minusSeconds(42), longest.minusSeconds(36));
        assertThat(world.run.state()).as(world.run.reason().orElse("")).isEqualTo(RunState.COMPLETED);
        assertThat(world.run.restoration().orElseThrow().since())
                .isBeforeOrEqualTo(ShopWorld.START.plus(longest).plusSeconds(1));
    }

    @Test
    void a_single_known_tick_among_unknown_ones_does_not_renew_the_patience() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        int seconds = 0;
        while (world.run.state() != RunState.RESTORING && seconds < 40) {
            if (seconds % 4 == 3) {
                world.second();
            } else {
                world.acknowledge();
                world.now = world.now.plusSeconds(1);
                world.handle(new RunEvent.VerdictArrived(Shop.unknown(world.run.id(), world.now)));
                world.handle(new RunEvent.TimePassed());
            }
            seconds++;
        }
        assertThat(seconds).isBetween(11, 20);
        world.until(RunState.INCONCLUSIVE);
        assertThat(world.run.reason().orElse("")).contains("s in total").contains("limits.unknownFor of 10 s");
        assertThat(world.run.endedBy()).contains(EndedBy.UNKNOWN_FOR);
        var report = RunReports.of(world.run, world.now);
        assertThat(report.endedBy()).isEqualTo(EndedBy.UNKNOWN_FOR);
        assertThat(report.harm().uncountedSeconds()).isGreaterThan(5);
    }

    @Test
    void the_same_coming_and_going_of_data_refuses_a_run_before_it_begins() {
        var world = new ShopWorld().begin();
        int seconds = 0;
        while (!world.run.state().over() && seconds < 40) {
            if (seconds % 3 == 2) {
                world.second();
            } else {
                world.acknowledge();
                world.now = world.now.plusSeconds(1);
                world.handle(new RunEvent.VerdictArrived(Shop.unknown(world.run.id(), world.now)));
                world.handle(new RunEvent.TimePassed());
            }
            seconds++;
        }
        assertThat(world.run.state()).as(world.run.decided()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.steps()).isEmpty();
    }

    @Test
    void hosts_needed_name_the_load_they_are_for() {
        var world = new ShopWorld().begin().until(RunState.COMPLETED);
        var declared =
                Objects.requireNonNull(RunReports.of(world.run, world.now).hosts());
        assertThat(declared.source()).isEqualTo(LoadSource.DECLARED);
        assertThat(declared.targetRps()).isEqualTo(5_000);
        var seen = new ShopWorld();
        ServiceDefinition service = Shop.SERVICE;
        seen.run = Run.accepted(new RunFacts(
                "shop-1",
                new ServiceDefinition(
                        service.pool(),
                        service.rules(),
                        service.limits(),
                        service.sampling(),
                        null,
                        List.of(),
                        ServiceDefinition.USUAL_PROFILE),
                1,
                ShopWorld.START,
                SearchSettings.DEFAULT));
        seen.begin().until(RunState.COMPLETED);
        var hosts = Objects.requireNonNull(RunReports.of(seen.run, seen.now).hosts());
        assertThat(hosts.source()).isEqualTo(LoadSource.BASELINE);
        assertThat(hosts.targetRps()).isEqualTo(ShopWorld.POOL_RPS);
        assertThat(hosts.seenAt()).isBetween(ShopWorld.START, seen.now);
    }

    @Test
    void too_little_time_for_a_search_is_a_refusal_that_says_so() {
        var world = new ShopWorld();
        world.now = ShopWorld.START.plusSeconds(160);
        world.begin();
        for (int i = 0; i < 20 && !world.run.state().over(); i++) {
            world.second();
        }
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.reason().orElse("")).contains("Too little time").contains("limits.maxDuration is 180 s");
        assertThat(world.run.steps()).isEmpty();
    }
}
