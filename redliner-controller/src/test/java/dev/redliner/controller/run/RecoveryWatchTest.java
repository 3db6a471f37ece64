package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.MetCheck;
import dev.redliner.api.RecoveryReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.report.RunReports;
import java.time.Duration;
import java.util.Objects;
import java.util.TreeMap;
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
    void a_host_that_is_slow_until_the_restore_is_verified_is_a_remark() {
        world.says = verdict -> slowFor(verdict, 1_000);
        restoreWith(120);

        RecoveryReport recovered = Objects.requireNonNull(report().recovered());
        assertThat(recovered.outcome()).isEqualTo(MetCheck.NOT_MET);
        assertThat(recovered.seconds()).isNull();
        assertThat(world.run.remarks()).anyMatch(remark -> remark.contains("its median latency is 60"));
    }

    @Test
    void too_few_requests_tell_nothing() {
        restoreWith(27);

        RecoveryReport recovered = Objects.requireNonNull(report().recovered());
        assertThat(recovered.outcome()).isEqualTo(MetCheck.CANNOT_TELL);
        assertThat(recovered.words()).contains("two seconds");
        assertThat(world.run.remarks()).noneMatch(remark -> remark.contains("normal"));
    }

    @Test
    void a_slow_host_never_prolongs_the_restore() {
        world.says = verdict -> slowFor(verdict, 1_000);
        world.begin().until(RunState.COMPLETED);

        Restoration restoration = world.run.restoration().orElseThrow();
        assertThat(world.run.endedAt()).contains(Objects.requireNonNull(restoration.verified()));
        assertThat(restoration.took()).isLessThan(Duration.ofSeconds(3));
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
        return new Verdict(
                verdict.run(),
                verdict.pool(),
                verdict.at(),
                verdict.judgedAt(),
                verdict.rules(),
                TestTick.of(tick.from(), tick.to(), tick.requested())
                        .latency(LatencyHistogram.of(counts, 0.06 * tick.requested()))
                        .pool(tick.poolRequested())
                        .cpu(tick.requested() / 800)
                        .envoys("envoy-1")
                        .tick(),
                verdict.metrics(),
                verdict.missing(),
                verdict.notes(),
                verdict.identity(),
                verdict.foreign());
    }

    private RunReport report() {
        return RunReports.of(world.run, world.now);
    }
}
