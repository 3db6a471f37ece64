package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.MetCheck;
import dev.redliner.api.RecoveryReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.redirect.EnvoyState.State;
import dev.redliner.contracts.redirect.RedirectReport.Lease;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.report.RunReports;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import dev.redliner.search.SearchSettings;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecoveryWatchTest {
    private final ShopWorld world = new ShopWorld();

    @Test
    void a_host_that_is_normal_while_the_restore_is_verified_has_recovered() {
        restoreWith(120);

        RecoveryReport recovered = Objects.requireNonNull(report().recovered());
        assertThat(recovered.outcome()).isEqualTo(MetCheck.MET);
        assertThat(recovered.seconds()).isBetween(2.0, 5.0);
        assertThat(world.run.remarks()).noneMatch(remark -> remark.contains("normal"));
    }

    @Test
    void a_run_continues_until_its_host_is_normal() {
        world.says = verdict -> slowFor(verdict, 10);
        world.begin().until(RunState.COMPLETED);

        RecoveryReport recovered = Objects.requireNonNull(report().recovered());
        assertThat(recovered.outcome()).isEqualTo(MetCheck.MET);
        assertThat(recovered.seconds()).isBetween(11.0, 14.0);
        assertThat(world.run.remarks()).noneMatch(remark -> remark.contains("normal"));
        assertThat(tookToRestore()).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void a_host_that_is_not_normal_within_a_minute_is_a_remark_and_no_longer_wait() {
        world.says = verdict -> slowFor(verdict, 1_000);
        world.begin().until(RunState.COMPLETED);

        RecoveryReport recovered = Objects.requireNonNull(report().recovered());
        assertThat(recovered.outcome()).isEqualTo(MetCheck.NOT_MET);
        assertThat(recovered.seconds()).isNull();
        assertThat(recovered.watchedSeconds()).isBetween(65.0, 67.0);
        assertThat(world.run.remarks()).anyMatch(remark -> remark.contains("its median latency is 60"));
        assertThat(world.run.redline()).isPresent();
        assertThat(tookToRestore()).isLessThan(Duration.ofSeconds(3));
        assertThat(report().restored()).isNotNull().matches(RestoredReport::verified);
    }

    @Test
    void a_run_that_waits_for_its_host_says_so() {
        watched();

        assertThat(world.run.decided())
                .contains("The traffic is back at its baseline, verified after 2.0 s.")
                .contains("its median latency is 60");
        assertThat(world.run.standing()).isEqualTo(new DesiredTraffic.Restore(Shop.BASELINE));
    }

    @Test
    void a_host_with_few_requests_is_watched_until_twenty_are_seen() {
        restoreWith(27);

        RecoveryReport recovered = Objects.requireNonNull(report().recovered());
        assertThat(recovered.outcome()).isEqualTo(MetCheck.MET);
        assertThat(recovered.seconds()).isBetween(6.0, 12.0);
    }

    @Test
    void too_few_requests_tell_nothing() {
        world.begin().until(RunState.RESTORING);
        world.poolRps = 60;
        while (world.run.restoration().orElseThrow().verified() == null) {
            world.second();
        }
        world.poolRps = 0;
        world.toTheEnd();

        RecoveryReport recovered = Objects.requireNonNull(report().recovered());
        assertThat(world.run.state()).isEqualTo(RunState.COMPLETED);
        assertThat(recovered.outcome()).isEqualTo(MetCheck.CANNOT_TELL);
        assertThat(recovered.words()).contains("two seconds");
        assertThat(world.run.remarks()).noneMatch(remark -> remark.contains("normal"));
    }

    @Test
    void without_verdicts_the_wait_ends_nevertheless() {
        watched();
        world.now = world.now.plusSeconds(50);
        world.handle(new RunEvent.TimePassed());
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        world.now = world.now.plusSeconds(20);
        world.handle(new RunEvent.TimePassed());

        assertThat(world.run.state()).isEqualTo(RunState.COMPLETED);
        assertThat(report().recovered()).isNotNull().matches(it -> it.outcome() == MetCheck.NOT_MET);
    }

    @Test
    void a_person_who_aborts_ends_the_wait_and_keeps_the_result() {
        watched();
        world.handle(new RunEvent.AbortAsked("anna", "a deploy waits"));

        assertKept();
    }

    @Test
    void a_run_that_was_aborted_before_its_restore_was_verified_does_not_wait() {
        world.says = verdict -> slowFor(verdict, 1_000);
        world.begin().until(RunState.RESTORING);
        world.handle(new RunEvent.AbortAsked("anna", "a deploy waits"));
        world.toTheEnd();

        assertKept();
        assertThat(world.run.endedAt()).isEqualTo(world.run.restoration().map(Restoration::verified));
    }

    @Test
    void a_run_that_is_dismissed_while_it_waits_was_verified() {
        watched();
        world.handle(new RunEvent.Dismissed("anna", "a deploy waits"));

        assertKept();
    }

    @Test
    void a_share_of_another_system_ends_the_wait_and_keeps_the_result() {
        watched();
        UnaryOperator<Verdict> slow = world.says;
        world.says = verdict -> foreign(slow.apply(verdict));
        world.second();

        assertKept();
    }

    @Test
    void a_controller_that_takes_over_keeps_the_result_and_does_not_wait() {
        watched();
        world.now = world.now.plusSeconds(20);
        world.handle(new RunEvent.Recovered("controller-2", 2, world.now.minusSeconds(20), ""));

        assertKept();
    }

    @Test
    void an_envoy_that_connects_during_the_wait_leaves_the_restore_verified() {
        watched();
        world.handle(new RunEvent.ReportArrived(
                Shop.report(world.now, Lease.IDLE, world.run, State.PENDING, Shop.BASELINE)));
        world.toTheEnd();

        assertKept();
    }

    @Test
    void a_replay_leads_to_the_same_end() {
        world.says = verdict -> slowFor(verdict, 10);
        world.begin().until(RunState.COMPLETED);
        Run again = Run.accepted(new RunFacts("shop-1", Shop.SERVICE, 1, ShopWorld.START, SearchSettings.DEFAULT));
        for (int i = 0; i < world.events.size(); i++) {
            again = again.on(world.events.get(i), world.times.get(i)).run();
        }

        assertThat(RunReports.of(again, world.now)).isEqualTo(report());
    }

    @Test
    void a_run_that_was_taken_over_is_not_watched() {
        world.says = verdict -> slowFor(verdict, 1_000);
        world.begin().until(RunState.RESTORING);
        world.poolRps = 24;
        world.second();
        world.second();
        world.now = world.now.plusSeconds(20);
        world.handle(new RunEvent.Recovered("controller-2", 2, world.now.minusSeconds(20), ""));
        world.poolRps = ShopWorld.POOL_RPS;
        world.toTheEnd();

        assertThat(world.run.state()).isEqualTo(RunState.INTERRUPTED);
        assertThat(report().recovered()).isNull();
        assertThat(world.run.remarks()).noneMatch(remark -> remark.contains("normal"));
    }

    @Test
    void a_run_that_a_person_aborts_is_not_watched() {
        world.says = verdict -> slowFor(verdict, 1_000);
        world.begin().until(RunState.RAMPING);
        world.handle(new RunEvent.AbortAsked("anna", "enough"));
        world.toTheEnd();

        assertThat(world.run.state()).isEqualTo(RunState.ABORTED);
        assertThat(report().recovered()).isNull();
    }

    /** A run whose restore is verified and whose host is slow. */
    private void watched() {
        world.says = verdict -> slowFor(verdict, 1_000);
        world.begin().until(RunState.RESTORING);
        while (world.run.restoration().orElseThrow().verified() == null) {
            world.second();
        }
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
    }

    private void assertKept() {
        assertThat(world.run.state()).isEqualTo(RunState.COMPLETED);
        assertThat(world.run.redline()).isPresent();
        assertThat(world.run.unverified()).isEmpty();
        assertThat(report().restored()).isNotNull().matches(RestoredReport::verified);
        assertThat(world.run.remarks()).anyMatch(remark -> remark.contains("its median latency is 60"));
    }

    private Duration tookToRestore() {
        return Objects.requireNonNull(world.run.restoration().orElseThrow().took());
    }

    /** With little traffic, the restore is verified by the requests of several seconds. */
    private void restoreWith(double poolRps) {
        world.begin().until(RunState.RESTORING);
        world.poolRps = poolRps;
        world.until(RunState.COMPLETED);
    }

    /** The median is 60 ms, which no rule forbids, in the first seconds after the decision to restore. */
    private Verdict slowFor(Verdict verdict, int seconds) {
        boolean restoring = world.run.state() == RunState.RESTORING;
        if (!restoring
                || world.run
                        .restoration()
                        .orElseThrow()
                        .since()
                        .plusSeconds(seconds)
                        .isBefore(verdict.at())) {
            return verdict;
        }
        var tick = Objects.requireNonNull(verdict.tick());
        var counts = new TreeMap<Integer, Long>();
        counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(60)), Math.round(tick.requested()));
        return copy(
                verdict,
                TestTick.of(tick.from(), tick.to(), tick.requested())
                        .latency(LatencyHistogram.of(counts, 0.06 * tick.requested()))
                        .pool(tick.poolRequested())
                        .cpu(tick.requested() / 800)
                        .envoys("envoy-1")
                        .tick(),
                verdict.foreign());
    }

    private static Verdict foreign(Verdict verdict) {
        return copy(verdict, verdict.tick(), List.of("envoy-1"));
    }

    private static Verdict copy(Verdict verdict, @Nullable Tick tick, List<String> foreign) {
        return new Verdict(
                verdict.run(),
                verdict.pool(),
                verdict.at(),
                verdict.judgedAt(),
                verdict.rules(),
                tick,
                verdict.metrics(),
                verdict.missing(),
                verdict.notes(),
                verdict.identity(),
                foreign);
    }

    private RunReport report() {
        return RunReports.of(world.run, world.now);
    }
}
