package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.StepReport;
import dev.redliner.controller.api.ScriptedRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportViewTest {
    private static final RunReport RUN = ScriptedRun.completed("41");

    @Test
    void a_completed_run_has_its_redline_with_interval_and_safe_rate() {
        Verdict verdict = ReportView.of(RUN).verdict();
        assertThat(verdict.number()).isEqualTo("182");
        assertThat(verdict.headline()).isEqualTo("One host carries 182 requests per second.");
        assertThat(verdict.text())
                .startsWith("With 95% certainty from 176 to 189. Plan with 174, which holds with 90% certainty.");
    }

    @Test
    void an_estimate_of_a_run_that_was_ended_is_no_result() {
        Verdict verdict = Verdict.of(ended(RunState.ABORTED, "Aborted by ada: incident 4711."));
        assertThat(verdict.number()).isEqualTo("none");
        assertThat(verdict.text())
                .isEqualTo("Aborted by ada: incident 4711. The estimate at the end was 182 rps (95%: 176 to 189). It is"
                        + " not a result.");
    }

    @Test
    void a_run_whose_controller_stopped_says_whether_the_restore_was_verified() {
        assertThat(Verdict.of(ended(RunState.INTERRUPTED, "reason")).headline())
                .isEqualTo("The controller of the run stopped. The traffic is restored.");
        RunReport unwatched = RunReport.unknown("43", "checkout", Instant.EPOCH);
        assertThat(Verdict.of(with(unwatched, RunState.INTERRUPTED, "reason")).headline())
                .isEqualTo("The controller of the run stopped. Whether the traffic is restored was not verified.");
    }

    @Test
    void a_refused_run_moved_no_traffic() {
        RunReport refused = RunReport.unknown("43", "checkout", Instant.EPOCH);
        Verdict verdict = Verdict.of(with(refused, RunState.REFUSED, "The peers are too busy."));
        assertThat(verdict.meaning()).isEqualTo("no traffic was moved");
        assertThat(verdict.text()).isEqualTo("The peers are too busy.");
    }

    @Test
    void the_facts_name_the_rule_the_hosts_the_harm_and_the_traffic() {
        assertThat(ReportView.of(RUN).facts())
                .extracting(Fact::name)
                .containsExactly("Limited by", "At once", "Hosts needed", "Expected redline >= 700", "Harm", "Traffic");
        assertThat(ReportView.of(RUN).facts().get(5).value()).isEqualTo("restored after 4.2 s");
    }

    @Test
    void the_requests_at_once_are_those_of_the_steps_near_the_redline() {
        assertThat(ReportView.of(RUN).facts().get(1))
                .isEqualTo(
                        Fact.of("At once", "15 requests", "in flight at one host at the redline: 182 rps x 80.7 ms"));
        RunReport without = new RunReport(
                "41",
                "checkout",
                "back-end",
                List.of("checkout-7"),
                RunState.COMPLETED,
                null,
                RUN.startedAt(),
                RUN.endedAt(),
                RUN.redline(),
                null,
                RUN.harm(),
                null,
                null,
                List.of(),
                null,
                List.of(),
                null);
        assertThat(ReportView.of(without).facts()).extracting(Fact::name).doesNotContain("At once");
    }

    @Test
    void the_curve_has_a_mark_for_each_step_but_the_restore() {
        Curve curve = ReportView.of(RUN).curve();
        assertThat(curve).isNotNull();
        assertThat(curve.points())
                .extracting(Curve.Point::kind)
                .containsExactly("held", "held", "held", "gave-out", "other", "held", "held");
        assertThat(curve.limit()).isNotNull();
        assertThat(curve.limit().text()).isEqualTo("limit 200 ms");
        assertThat(curve.points()).allSatisfy(point -> {
            assertThat(point.x()).isBetween(Curve.LEFT, Curve.RIGHT);
            assertThat(point.y()).isBetween(Curve.TOP, Curve.BOTTOM);
        });
        // more load is further to the right, a slower step is higher
        assertThat(curve.points().get(3).x())
                .isGreaterThan(curve.points().get(1).x());
        assertThat(curve.points().get(3).y()).isLessThan(curve.points().get(1).y());
        assertThat(curve.words())
                .isEqualTo("The p99 latency of 7 steps over their load. The limit is 200 ms. The redline is 182 rps,"
                        + " with 95% certainty 176 to 189.");
    }

    @Test
    void a_step_that_was_left_before_a_rule_failed_did_not_hold() {
        // too few requests for a latency while the host recovers
        List<StepReport> steps = RUN.steps().stream()
                .map(step -> withoutRules(step, step.stage().equals("heal") ? null : step.p99Ms()))
                .toList();
        Curve curve = Curve.of(with(RUN, RUN.state(), null, steps)).orElseThrow();
        assertThat(curve.points())
                .extracting(Curve.Point::kind)
                .containsExactly("held", "held", "held", "left", "held", "held");
        assertThat(curve.points().get(3).title()).contains("left early, and the host recovered afterwards");
    }

    @Test
    void a_run_without_steps_has_no_curve() {
        assertThat(Curve.of(RunReport.unknown("43", "checkout", Instant.EPOCH))).isEmpty();
    }

    @Test
    void the_picture_says_how_many_steps_have_no_latency() {
        assertThat(Curve.of(RUN).orElseThrow().missing()).isNull();
        List<StepReport> steps = new ArrayList<>(RUN.steps());
        steps.set(1, withoutRules(steps.get(1), null));
        assertThat(Curve.of(with(RUN, RUN.state(), null, steps)).orElseThrow().missing())
                .startsWith("1 of 7 steps has too few requests for a p99 and no mark.");
    }

    @Test
    void each_step_is_a_line_of_the_csv_and_texts_are_no_formulas() {
        String csv = StepsCsv.of(RUN);
        List<String> lines = csv.lines().toList();
        assertThat(lines).hasSize(1 + RUN.steps().size());
        assertThat(lines.get(0)).startsWith("run,step,stage,from,to,asked_rps,");
        assertThat(lines.get(2)).startsWith("41,2,ramp,2026-01-05T09:00:30Z,2026-01-05T09:00:55Z,117.0,0.13,");
        assertThat(lines.get(4)).contains("halfway to the expected redline,p99 failed 2 of 3");
        assertThat(lines.get(3)).contains("latency hardly moved,passed: p99 66 ms of 200 ms,14.2,1.014,");
    }

    @Test
    void the_last_columns_of_the_csv_are_the_signals_by_name() {
        List<String> lines = StepsCsv.of(RUN).lines().toList();
        assertThat(lines.get(0))
                .endsWith(",requests_in_flight,little_ratio,requests,slow_requests,slow_from_ms,"
                        + "envoy.resets,host.cpu,jvm.memory_used_bytes_area_heap,"
                        + "peers.envoy.resets,peers.host.cpu");
        assertThat(lines.get(2)).endsWith(",14.2,1.014,,,,0.0,0.52,2.5E9,0.0,0.41");
    }

    @Test
    void the_table_of_signals_has_the_peers_below_the_sut() {
        SignalTable table = SignalTable.of(RUN);
        assertThat(table.heads()).hasSize(1 + RUN.steps().size()).startsWith("Baseline");
        assertThat(table.rows())
                .extracting(SignalTable.Row::name)
                .containsExactly("host.cpu", "jvm.memory_used_bytes_area_heap");
        assertThat(table.idle()).containsExactly("envoy.resets");
        assertThat(table.rows().get(0).values().get(0)).isEqualTo(new SignalTable.Value("40%", "41%"));
        assertThat(table.rows().get(1).values().get(0)).isEqualTo(new SignalTable.Value("2.5 G", null));
    }

    @Test
    void the_expectation_is_a_fact_and_the_checks_are_evidence() {
        ReportView view = ReportView.of(RUN);
        assertThat(view.facts())
                .contains(
                        new Fact("Expected redline >= 700", "not met", "The redline is 176 to 189 rps (95%).", "bad"));
        assertThat(view.evidence()).extracting(Fact::name).contains("Measurement", "Recovery");
    }

    @Test
    void the_environment_is_what_the_hosts_reported_at_the_baseline() {
        Instant at = Instant.parse("2026-01-05T09:00:00Z");
        var hosts = Map.of(
                "checkout-7/host.cpus",
                1.5,
                "checkout-7/host.memory",
                8.0 * (1L << 30),
                "checkout-7/host.boot",
                at.minusSeconds(20 * 86_400).getEpochSecond() + 0.0,
                "checkout-7/process.start",
                at.minusSeconds(7_300).getEpochSecond() + 0.0,
                "checkout-7/process.build",
                4711.0,
                "other/host.cpus",
                64.0);
        assertThat(ReportEnvironment.host("checkout-7", hosts, at))
                .isEqualTo(Fact.of("Host checkout-7", "1.5 CPUs, 8.0 GiB", "up for 20 d; the process for 2 h"));
        assertThat(ReportEnvironment.host("checkout-8", hosts, at))
                .isEqualTo(Fact.of("Host checkout-8", "not reported", "Neither its size nor its start was reported."));
        assertThat(ReportEnvironment.host("a", Map.of("a/process.start", 1.7e18, "a/host.cpus", 1.0), at))
                .isEqualTo(Fact.of("Host a", "1 CPU", null));
        assertThat(ReportView.of(RUN).environment()).extracting(Fact::name).contains("Traffic before the run", "Pool");
        assertThat(ReportView.of(RunReport.unknown("43", "checkout", Instant.EPOCH))
                        .environment())
                .isEmpty();
    }

    @Test
    void properties_name_their_hosts_unless_all_have_the_same() {
        var properties = Map.of("a/kernel", "6.1", "b/kernel", "6.1", "a/jvm.version", "17", "b/jvm.version", "21");
        assertThat(ReportEnvironment.same(List.of("a", "b", "c"), properties))
                .containsExactly(
                        Map.entry("Kernel", "6.1 (a, b); not reported (c)"),
                        Map.entry("JVM", "17 (a); 21 (b); not reported (c)"));
        assertThat(ReportEnvironment.same(List.of("a", "b"), properties)).containsEntry("Kernel", "6.1");
        assertThat(ReportEnvironment.same(List.of("c"), properties)).isEmpty();
    }

    @Test
    void marks_of_an_axis_are_round_numbers() {
        Scale scale = Scale.of(90, 192, 0, 100);
        assertThat(scale.marks(Figures::rps))
                .extracting(Curve.Mark::text)
                .containsExactly("100", "120", "140", "160", "180");
        assertThat(scale.place(-5)).isZero();
        assertThat(scale.place(1_000)).isEqualTo(100);
        assertThat(Scale.of(5, 5, 0, 100).marks(Figures::rps)).isNotEmpty();
    }

    private static RunReport ended(RunState state, String reason) {
        return with(RUN, state, reason);
    }

    private static RunReport with(RunReport run, RunState state, String reason) {
        return with(run, state, reason, run.steps());
    }

    private static StepReport withoutRules(StepReport step, @Nullable Double p99Ms) {
        return new StepReport(
                step.number(),
                step.stage(),
                step.from(),
                step.to(),
                step.askedRps(),
                step.askedShare(),
                step.acknowledgedShare(),
                step.observedShare(),
                step.rps(),
                step.p50Ms(),
                p99Ms,
                step.errorRate(),
                step.seconds(),
                step.why(),
                step.ended(),
                step.counted(),
                List.of(),
                step.basis(),
                step.signals(),
                step.concurrency());
    }

    private static RunReport with(RunReport run, RunState state, @Nullable String reason, List<StepReport> steps) {
        return new RunReport(
                run.id(),
                run.service(),
                run.tier(),
                run.sut(),
                state,
                reason,
                run.startedAt(),
                run.endedAt(),
                run.redline(),
                run.hosts(),
                run.harm(),
                run.restored(),
                run.baseline(),
                steps,
                run.now(),
                run.remarks(),
                run.began());
    }
}
