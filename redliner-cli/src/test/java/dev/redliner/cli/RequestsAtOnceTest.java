package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.api.ConcurrencyReport;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RequestsAtOnce;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.StepReport;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestsAtOnceTest {
    private static final RedlineReport REDLINE = new RedlineReport(100, 95, 105.0, 94.0, "p99", false);

    @Test
    void the_time_in_flight_of_the_steps_near_the_redline_gives_them() {
        RunReport run =
                run(REDLINE, List.of("a"), step(50, 1.0, 10, true), step(90, 4.5, 30, true), step(100, 6.0, 10, true));

        // 0.05 s for 2,700 requests and 0.06 s for 1,000
        assertThat(RequestsAtOnce.of(run)).hasValueCloseTo(100 * 195.0 / 3_700, within(1e-9));
    }

    @Test
    void loads_beyond_the_redline_and_steps_that_do_not_count_say_nothing() {
        StepReport near = step(95, 4.75, 10, true);
        RunReport run = run(REDLINE, List.of("a"), near, step(101, 80.0, 60, true), step(98, 80.0, 60, false));

        assertThat(RequestsAtOnce.of(run)).hasValueCloseTo(5.0, within(1e-9));
    }

    @Test
    void those_of_a_set_are_divided_by_its_hosts() {
        assertThat(RequestsAtOnce.of(run(REDLINE, List.of("a", "b"), step(95, 9.5, 10, true))))
                .hasValueCloseTo(5.0, within(1e-9));
    }

    @Test
    void without_a_redline_or_a_reading_there_is_no_number() {
        assertThat(RequestsAtOnce.of(run(null, List.of("a"), step(95, 4.75, 10, true))))
                .isEqualTo(OptionalDouble.empty());
        assertThat(RequestsAtOnce.of(run(REDLINE, List.of("a"), step(95, null, 10, true))))
                .isEqualTo(OptionalDouble.empty());
        assertThat(RequestsAtOnce.of(run(REDLINE, List.of("a"), step(89, 4.75, 10, true))))
                .isEqualTo(OptionalDouble.empty());
    }

    @Test
    void the_result_of_a_run_has_them_in_whole_numbers_from_ten_on() {
        RunReport few = run(REDLINE, List.of("a"), step(95, 4.75, 10, true));
        assertThat(ResultView.text(few, OptionalDouble.empty(), 100))
                .contains("  at once    5.0 requests in flight at one host at its redline\n");
        RunReport many = run(REDLINE, List.of("a"), step(95, 95.0, 10, true));
        assertThat(ResultView.text(many, OptionalDouble.empty(), 100)).contains("  at once    100 requests");
        RunReport none = run(REDLINE, List.of("a"), step(95, null, 10, true));
        assertThat(ResultView.text(none, OptionalDouble.empty(), 100)).doesNotContain("at once");
    }

    private static StepReport step(double rps, @Nullable Double inFlight, double seconds, boolean counted) {
        return new StepReport(
                1,
                "refine",
                SampleRuns.START,
                null,
                rps,
                0.1,
                null,
                null,
                rps,
                null,
                null,
                null,
                seconds,
                "a reason",
                null,
                counted,
                List.of(),
                null,
                Map.of(),
                inFlight == null ? null : new ConcurrencyReport(inFlight, inFlight, 1.0, 0.1, 0));
    }

    @Test
    void the_estimate_of_a_run_that_was_aborted_has_none() {
        RunReport aborted = run(RunState.ABORTED, REDLINE, List.of("a"), step(95, 4.75, 10, true));
        assertThat(RequestsAtOnce.of(aborted)).isEmpty();
    }

    private static RunReport run(@Nullable RedlineReport redline, List<String> sut, StepReport... steps) {
        return run(RunState.COMPLETED, redline, sut, steps);
    }

    private static RunReport run(
            RunState state, @Nullable RedlineReport redline, List<String> sut, StepReport... steps) {
        RunReport ended = SampleRuns.ended(state);
        return new RunReport(
                ended.id(),
                ended.service(),
                ended.tier(),
                sut,
                ended.state(),
                ended.reason(),
                ended.startedAt(),
                ended.endedAt(),
                redline,
                ended.hosts(),
                ended.harm(),
                ended.restored(),
                ended.baseline(),
                List.of(steps),
                null,
                List.of(),
                null);
    }
}
