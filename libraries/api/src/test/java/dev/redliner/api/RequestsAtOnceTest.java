package dev.redliner.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.api.RunReport.HarmReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestsAtOnceTest {
    private static final Instant START = Instant.parse("2026-01-05T10:00:00Z");
    private static final RedlineReport REDLINE = new RedlineReport(800, 780, 820.0, 770, "p99", false);

    @Test
    void by_littles_law_it_is_the_redline_times_the_mean_latency_near_it() {
        // 15 / 750 and 16.8 / 800 s: over 10 and 30 s, 20.76 ms
        RequestsAtOnce atOnce = of(REDLINE, step(750, 10, 15), step(800, 30, 16.8));

        assertThat(atOnce.latencySeconds()).isCloseTo((150 + 504) / (7_500.0 + 24_000), within(1e-9));
        assertThat(atOnce.requests()).isCloseTo(16.61, within(0.01));
        assertThat(atOnce.words()).isEqualTo("17");
    }

    @Test
    void steps_more_than_a_tenth_below_the_redline_and_those_above_it_do_not_count() {
        RequestsAtOnce atOnce = of(REDLINE, step(719, 60, 7), step(720, 10, 14.4), step(820, 60, 90));

        assertThat(atOnce.requests()).isCloseTo(16, within(1e-9));
        assertThat(all(REDLINE, step(719, 60, 7), step(820, 60, 90))).isEmpty();
    }

    @Test
    void of_a_set_it_is_that_of_one_host() {
        RunReport set = run(List.of("a", "b"), REDLINE, step(800, 10, 32));

        assertThat(RequestsAtOnce.of(set)).get().returns(16.0, RequestsAtOnce::requests);
    }

    @Test
    void below_five_milliseconds_the_requests_in_flight_that_were_read_count() {
        // 2 ms, of which Envoy reports 1 or 2 whole ones
        RequestsAtOnce atOnce = of(REDLINE, step(800, 10, new ConcurrencyReport(1.6, 1.2, 1.33, null, 0)));

        assertThat(atOnce.requests()).isCloseTo(1.6, within(1e-9));
        assertThat(atOnce.words()).isEqualTo("1.6");
    }

    @Test
    void of_a_step_that_could_not_be_checked_the_larger_figure_counts() {
        assertThat(of(REDLINE, step(800, 10, new ConcurrencyReport(30, 16, 1.9, null, 0)))
                        .requests())
                .isCloseTo(30, within(1e-9));
        assertThat(of(REDLINE, step(800, 10, new ConcurrencyReport(15, 16, 0.94, 0.2, 0)))
                        .requests())
                .isCloseTo(16, within(1e-9));
    }

    @Test
    void a_step_whose_figures_disagree_does_not_count() {
        StepReport deviates = step(800, 10, new ConcurrencyReport(30, 16, 1.9, 0.2, 0));

        assertThat(all(REDLINE, deviates)).isEmpty();
        assertThat(of(REDLINE, deviates, step(760, 10, 15.2)).requests()).isCloseTo(16, within(1e-9));
    }

    @Test
    void steps_that_do_not_count_and_recovery_steps_are_left_out() {
        assertThat(all(REDLINE, step("ramp", 800.0, 10, false, new ConcurrencyReport(16, 16, 1.0, 0.1, 0))))
                .isEmpty();
        assertThat(all(REDLINE, step("heal", 800.0, 10, true, new ConcurrencyReport(16, 16, 1.0, 0.1, 0))))
                .isEmpty();
    }

    @Test
    void without_a_redline_load_or_requests_in_flight_there_is_none() {
        assertThat(all(null, step(800, 10, 16))).isEmpty();
        assertThat(all(REDLINE)).isEmpty();
        assertThat(all(REDLINE, step(800, 10, (ConcurrencyReport) null))).isEmpty();
        assertThat(all(REDLINE, step(800, 0, 16))).isEmpty();
        assertThat(all(REDLINE, step(800, 10, 0))).isEmpty();
        assertThat(all(REDLINE, step("ramp", null, 10, true, new ConcurrencyReport(16, 16, 1.0, 0.1, 0))))
                .isEmpty();
    }

    @Test
    void the_estimate_of_a_run_that_did_not_complete_is_no_result_and_has_none() {
        assertThat(RequestsAtOnce.of(run(RunState.ABORTED, List.of("a"), REDLINE, step(800, 10, 16))))
                .isEmpty();
    }

    @Test
    void of_a_redline_that_is_a_lower_bound_it_is_one_too() {
        var atLeast = new RedlineReport(800, 760, null, 790, null, true);

        // the load of the probe is the redline, up to chance
        assertThat(of(atLeast, step(804, 30, 16.08)).words()).isEqualTo("at least 16");
    }

    private static RequestsAtOnce of(RedlineReport redline, StepReport... steps) {
        return RequestsAtOnce.of(run(List.of("a"), redline, steps)).orElseThrow();
    }

    private static List<RequestsAtOnce> all(@Nullable RedlineReport redline, StepReport... steps) {
        return RequestsAtOnce.of(run(List.of("a"), redline, steps)).stream().toList();
    }

    private static StepReport step(double rps, double seconds, double inFlight) {
        return step(rps, seconds, new ConcurrencyReport(inFlight, inFlight, 1.0, 0.1, 0));
    }

    private static StepReport step(double rps, double seconds, @Nullable ConcurrencyReport concurrency) {
        return step("ramp", rps, seconds, true, concurrency);
    }

    private static StepReport step(
            String stage,
            @Nullable Double rps,
            double seconds,
            boolean counted,
            @Nullable ConcurrencyReport concurrency) {
        return new StepReport(
                1,
                stage,
                START,
                START.plusSeconds(30),
                800,
                0.2,
                0.2,
                0.2,
                rps,
                9.0,
                36.0,
                0.0,
                seconds,
                "a reason",
                null,
                counted,
                List.of(),
                null,
                Map.of(),
                concurrency);
    }

    private static RunReport run(List<String> sut, @Nullable RedlineReport redline, StepReport... steps) {
        return run(RunState.COMPLETED, sut, redline, steps);
    }

    private static RunReport run(
            RunState state, List<String> sut, @Nullable RedlineReport redline, StepReport... steps) {
        return new RunReport(
                "42",
                "checkout",
                "back-end",
                sut,
                state,
                null,
                START,
                START.plusSeconds(190),
                redline,
                null,
                new HarmReport(0, 0, 0, 0),
                null,
                null,
                List.of(steps),
                null,
                List.of(),
                null);
    }
}
