package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.ConcurrencyReport;
import dev.redliner.api.MeasurementReport;
import dev.redliner.api.MeasurementReport.Outcome;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.StepReport;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.GapNote;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.report.RunReports;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Breaks the agreement of counts, latencies and requests in flight in ways that occur, and one at a time. */
class MeasurementTest {
    private final ShopWorld world = new ShopWorld();

    @Test
    void a_consistent_run_has_its_result_and_the_ratio_of_each_step() {
        world.says = verdict -> with(verdict, this::byLittle, Map.of());
        world.begin().until(RunState.COMPLETED);

        assertThat(measurement().outcome()).isEqualTo(Outcome.CONSISTENT);
        assertThat(measurement().littleRatio()).isBetween(0.97, 1.03);
        // a step of a single tick has only its first reading
        List<ConcurrencyReport> concurrencies = report().steps().stream()
                .flatMap(step -> Optional.ofNullable(step.concurrency()).stream())
                .toList();
        assertThat(concurrencies).hasSizeGreaterThan(3).allSatisfy(concurrency -> {
            assertThat(concurrency.ratio()).isBetween(0.9, 1.1);
            assertThat(concurrency.unaccounted()).isBetween(-0.01, 0.01);
        });
        assertThat(report().remarks()).noneMatch(remark -> remark.startsWith("In step"));
    }

    @Test
    void latencies_that_differ_from_the_requests_in_flight_are_a_remark_and_the_result_stands() {
        // such as histograms of another moment, without stats_flush_on_admin
        world.says = verdict -> with(verdict, tick -> 1.6 * byLittle(tick), Map.of());
        world.begin().until(RunState.COMPLETED);

        assertThat(world.run.redline()).isPresent();
        assertThat(measurement().outcome()).isEqualTo(Outcome.REMARK);
        assertThat(measurement().words()).contains("stats_flush_on_admin");
        assertThat(report().remarks()).anyMatch(remark -> remark.contains("requests were in flight"));
    }

    @Test
    void requests_that_envoy_ended_before_the_answer_are_a_remark() {
        world.says = verdict -> with(verdict, tick -> 1.6 * byLittle(tick), Map.of(MetricNames.TIMEOUTS, 3.0));
        world.begin().until(RunState.COMPLETED);

        assertThat(measurement().outcome()).isEqualTo(Outcome.REMARK);
        assertThat(measurement().reasons()).allMatch(reason -> reason.contains("before the answer"));
        assertThat(report().remarks()).containsAll(measurement().reasons());
    }

    @Test
    void statistics_of_an_envoy_that_are_old_are_a_remark_from_the_beginning() {
        var gap = new GapNote("a", MetricNames.ENVOY_BUSY, Gap.OLD_STATISTICS);
        world.says = verdict -> noted(with(verdict, this::byLittle, Map.of()), gap.text());
        world.begin().until(RunState.COMPLETED);

        assertThat(report().remarks())
                .filteredOn(it -> it.contains("stats_flush_on_admin"))
                .hasSize(1);
    }

    private static Verdict noted(Verdict verdict, String note) {
        return new Verdict(
                verdict.run(),
                verdict.pool(),
                verdict.at(),
                verdict.judgedAt(),
                verdict.rules(),
                verdict.tick(),
                verdict.metrics(),
                verdict.missing(),
                List.of(note),
                verdict.identity(),
                verdict.foreign(),
                verdict.signals(),
                verdict.catalogue(),
                verdict.properties());
    }

    @Test
    void without_a_reading_of_the_requests_in_flight_nothing_is_checked() {
        world.begin().until(RunState.COMPLETED);

        assertThat(measurement().outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(measurement().littleRatio()).isNull();
    }

    @Test
    void each_step_has_the_mean_of_its_own_signals_and_the_baseline_too() {
        world.says = verdict -> with(verdict, this::byLittle, cpu(verdict));
        world.begin().until(RunState.COMPLETED);

        RunReport report = report();
        assertThat(Objects.requireNonNull(report.baseline()).signals().get("host.cpu"))
                .isEqualTo(0.25);
        for (StepReport step : report.steps()) {
            // the share and with it the load is constant within a step
            assertThat(step.signals().get("host.cpu")).isEqualTo(Math.round(step.askedRps()) / 800.0, within());
            assertThat(step.signals().get("peers.host.cpu")).isEqualTo(0.2);
        }
    }

    @Test
    void a_reading_that_began_before_the_load_is_in_no_step() {
        world.says = verdict -> {
            Verdict mixed = with(verdict, this::byLittle, cpu(verdict));
            return mixed.with(SignalValues.rounded(
                    ShopWorld.START, Objects.requireNonNull(mixed.signals()).values()));
        };
        world.begin().until(RunState.COMPLETED);

        assertThat(report().steps())
                .allSatisfy(step -> assertThat(step.signals()).isEmpty());
    }

    @Test
    void the_result_says_how_busy_the_envoys_were_and_what_they_added() {
        world.says = verdict -> with(verdict, this::byLittle, envoys(verdict, 0.12, 0.0004));
        world.begin().until(RunState.COMPLETED);

        assertThat(measurement().outcome()).isEqualTo(Outcome.CONSISTENT);
        assertThat(measurement().words())
                .endsWith("Envoys and the connections of clients added less than 10% to the latencies, and the busiest"
                        + " worker of the Envoys was busy for 12% of the time.");
        assertThat(Objects.requireNonNull(measurement().envoyBusy())).isEqualTo(0.12, within());
        assertThat(measurement().envoySeconds())
                .as("buckets are not exact enough")
                .isNull();
    }

    @Test
    void an_envoy_that_is_at_its_limit_before_the_run_refuses_it() {
        world.says = verdict -> with(verdict, this::byLittle, envoys(verdict, 0.95, 0.0004));
        world.begin().until(RunState.REFUSED);

        assertThat(world.run.decided()).contains("busy for 95% of the time", "Give the Envoys more CPU");
    }

    @Test
    void a_rule_that_fails_before_the_run_because_of_an_envoy_says_so() {
        world.redline = 150;
        world.says = verdict -> with(verdict, this::byLittle, envoys(verdict, 1.0, 0.0004));
        world.begin().until(RunState.REFUSED);

        assertThat(world.run.decided()).contains("does not hold under the normal load", "busy for 100% of the time");
    }

    @Test
    void an_envoy_at_its_limit_during_the_run_takes_the_result_away() {
        world.says = verdict -> with(verdict, this::byLittle, envoys(verdict, ramping() ? 0.93 : 0.5, 0.0004));
        world.begin().until(RunState.INCONCLUSIVE);

        assertThat(world.run.redline()).isEmpty();
        assertThat(world.run.decided()).contains("Envoy may have given out before the SUT");
    }

    @Test
    void an_envoy_at_its_limit_in_steps_that_are_too_short_to_end_takes_the_result_away_too() {
        world.says = verdict ->
                with(verdict, this::byLittle, ramping() && seconds() < 2 ? envoys(verdict, 0.97, 0.0004) : Map.of());
        world.begin().until(RunState.INCONCLUSIVE);

        assertThat(world.run.redline()).isEmpty();
        assertThat(world.run.decided()).contains("busy for 97% of the time");
    }

    @Test
    void an_envoy_at_its_limit_near_the_redline_alone_takes_the_result_away() {
        world.says = verdict -> {
            boolean near = ramping() && !world.run.steps().isEmpty() && newest().load() > 0.9 * world.redline;
            return with(
                    verdict, this::byLittle, near && seconds() >= 2 ? Map.of() : envoys(verdict, near ? 0.97 : 0.6, 0));
        };
        world.begin().until(RunState.INCONCLUSIVE);

        assertThat(world.run.redline()).isEmpty();
        assertThat(world.run.decided()).contains("busy for 97% of the time");
    }

    @Test
    void a_busy_envoy_is_a_remark() {
        world.says = verdict -> with(verdict, this::byLittle, envoys(verdict, 0.8, 0.0004));
        world.begin().until(RunState.COMPLETED);

        assertThat(measurement().outcome()).isEqualTo(Outcome.REMARK);
        assertThat(report().remarks()).anyMatch(remark -> remark.contains("Latencies include waiting for it."));
    }

    @Test
    void a_slow_envoy_or_slow_clients_are_a_remark() {
        world.says = verdict -> with(verdict, this::byLittle, envoys(verdict, 0.1, 0.015));
        world.begin().until(RunState.COMPLETED);

        assertThat(report().remarks())
                .anyMatch(remark -> remark.contains("Envoys and the connections of clients added 15.0 ms"));
        assertThat(Objects.requireNonNull(measurement().envoySeconds())).isEqualTo(0.015, Offset.offset(0.0005));
    }

    private boolean ramping() {
        return world.run.state() != RunState.PENDING && world.run.state() != RunState.BASELINING;
    }

    /** Seconds for which the newest step has been seen. */
    private double seconds() {
        return world.run.steps().isEmpty() ? 0 : newest().seen().seconds();
    }

    private Step newest() {
        List<Step> steps = world.run.steps();
        return steps.get(steps.size() - 1);
    }

    private static Map<String, Double> envoys(Verdict verdict, double busy, double addedSeconds) {
        Tick tick = Objects.requireNonNull(verdict.tick());
        double answered = tick.completed() + tick.peerCompleted();
        double latencies = tick.latency().sumSeconds() + tick.peerLatency().sumSeconds();
        return Map.of(
                MetricNames.ENVOY_BUSY,
                busy,
                MetricNames.DOWNSTREAM_SECONDS,
                (latencies + answered * addedSeconds) / tick.lengthSeconds());
    }

    private static Offset<Double> within() {
        return Offset.offset(0.002);
    }

    private static Map<String, Double> cpu(Verdict verdict) {
        Tick tick = Objects.requireNonNull(verdict.tick());
        return Map.of("host.cpu", tick.requested() / 800, "peers.host.cpu", 0.2);
    }

    private double byLittle(Tick tick) {
        return tick.latency().sumSeconds() / tick.lengthSeconds();
    }

    private static Verdict with(Verdict verdict, ToDoubleFunction<Tick> active, Map<String, Double> others) {
        Tick tick = Objects.requireNonNull(verdict.tick());
        var values = new HashMap<>(others);
        values.put(MetricNames.ACTIVE, active.applyAsDouble(tick));
        return verdict.with(SignalValues.rounded(tick.from(), values));
    }

    private MeasurementReport measurement() {
        return world.run.measurement().orElseThrow();
    }

    private RunReport report() {
        return RunReports.of(world.run, world.now);
    }
}
