package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.api.BaselineReport;
import dev.redliner.api.ConcurrencyReport;
import dev.redliner.api.EndedBy;
import dev.redliner.api.ExpectationReport;
import dev.redliner.api.ExpectationReport.Part;
import dev.redliner.api.MeasurementReport;
import dev.redliner.api.MetCheck;
import dev.redliner.api.RecoveryReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.StepReport;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExpectationTest {

    @Test
    void the_exit_code_of_a_completed_run_is_that_of_its_expectation() {
        assertThat(ExitCode.of(run(RunState.COMPLETED, MetCheck.MET, null)).number())
                .isEqualTo(0);
        assertThat(ExitCode.of(run(RunState.COMPLETED, MetCheck.NOT_MET, null)).number())
                .isEqualTo(5);
        assertThat(ExitCode.of(run(RunState.COMPLETED, MetCheck.CANNOT_TELL, null))
                        .number())
                .isEqualTo(3);
    }

    @Test
    void a_run_that_was_stopped_or_refused_keeps_its_own_code() {
        assertThat(ExitCode.of(run(RunState.ABORTED, MetCheck.CANNOT_TELL, null))
                        .number())
                .isEqualTo(1);
        assertThat(ExitCode.of(run(RunState.REFUSED, MetCheck.CANNOT_TELL, null))
                        .number())
                .isEqualTo(4);
        assertThat(ExitCode.of(run(RunState.COMPLETED, MetCheck.NOT_MET, EndedBy.HARM_BUDGET))
                        .number())
                .isEqualTo(1);
    }

    @Test
    void the_summary_has_the_expectation_the_recovery_and_the_measurement() {
        String text = ResultView.text(run(RunState.COMPLETED, MetCheck.NOT_MET, null), OptionalDouble.empty(), 200);

        assertThat(text)
                .contains("expected   redline >= 700: NOT met. The redline is 176 to 189 rps (95%).")
                .contains("recovered  The SUT was back.")
                .contains("measured   Consistent.")
                .as("no step is near the redline")
                .doesNotContain("at once");
    }

    @Test
    void the_summary_has_the_requests_in_flight_at_the_redline() {
        RunReport run =
                run(RunState.COMPLETED, MetCheck.MET, null, step(182.0, new ConcurrencyReport(3.9, 3.8, 1.03, 0.1, 0)));

        assertThat(ResultView.text(run, OptionalDouble.empty(), 200))
                .contains("  limiting   rule p99\n"
                        + "  at once    3.8 requests in flight at one host (182 rps x 20.9 ms)\n");
    }

    @Test
    void the_options_are_sent_as_written_after_their_name() {
        assertThat(ExpectOption.parse(List.of("redline>=700", "recovered <= 10s")))
                .containsExactly(Map.entry("redline", ">=700"), Map.entry("recovered", "<= 10s"));
        assertThat(ExpectOption.parse(List.of("p99 at 600 <= 150ms", " p50 at 80 <= 1s")))
                .containsExactly(Map.entry("latency", List.of("p99 at 600 <= 150ms", "p50 at 80 <= 1s")));
    }

    @Test
    void an_option_in_another_form_is_refused() {
        assertThatThrownBy(() -> ExpectOption.parse(List.of("p99 <= 10ms")))
                .hasMessageContaining("Write 'redline >= 700', 'recovered <= 10s' or 'p99 at 600 <= 150ms'.");
        assertThatThrownBy(() -> ExpectOption.parse(List.of("redline >= 1", "redline >= 2")))
                .hasMessage("There are two expectations of redline.");
    }

    @Test
    void the_signals_are_a_table_by_step() {
        RunReport run = run(RunState.COMPLETED, MetCheck.MET, null);

        assertThat(SignalsView.text(run).lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "SIGNAL BASELINE 1: 90 rps",
                        "requests in flight - 1.79",
                        "in flight / (load * latency) - 1.02",
                        "app.pool_active - 12",
                        "host.cpu 25% 63.1%",
                        "peers.host.cpu 20% -");
        assertThat(SignalsView.text(SampleRuns.ended(RunState.COMPLETED))).isEqualTo("The run has no signals.\n");
    }

    private static RunReport run(RunState state, MetCheck outcome, @Nullable EndedBy by) {
        return run(state, outcome, by, step(90.0, new ConcurrencyReport(1.79, 1.755, 1.02, 0.1, 0)));
    }

    private static StepReport step(double rps, ConcurrencyReport concurrency) {
        return new StepReport(
                1,
                "ramp",
                SampleRuns.START,
                null,
                90,
                0.1,
                null,
                null,
                rps,
                null,
                null,
                null,
                4,
                "a reason",
                null,
                true,
                List.of(),
                null,
                Map.of("host.cpu", 0.631, "app.pool_active", 12.0),
                concurrency);
    }

    private static RunReport run(RunState state, MetCheck outcome, @Nullable EndedBy by, StepReport step) {
        RunReport ended = SampleRuns.ended(state);
        return new RunReport(
                ended.id(),
                ended.service(),
                ended.tier(),
                ended.sut(),
                state,
                ended.reason(),
                ended.startedAt(),
                ended.endedAt(),
                ended.redline(),
                ended.hosts(),
                ended.harm(),
                ended.restored(),
                new BaselineReport(90, null, null, 0, 900, Map.of(), Map.of("host.cpu", 0.25, "peers.host.cpu", 0.2)),
                List.of(step),
                null,
                List.of(),
                null,
                by,
                null,
                null,
                new MeasurementReport(
                        MeasurementReport.Outcome.CONSISTENT, 1, 1.02, null, null, "Consistent.", List.of()),
                new ExpectationReport(
                        outcome, List.of(new Part("redline >= 700", outcome, "The redline is 176 to 189 rps (95%)."))),
                new RecoveryReport(MetCheck.MET, 2.5, 2.5, "The SUT was back."));
    }
}
