package dev.redliner.controller.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.api.BaselineReport;
import dev.redliner.api.ComparisonReport;
import dev.redliner.api.ComparisonReport.Outcome;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RuleReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.BeganReport;
import dev.redliner.api.RunReport.HarmReport;
import dev.redliner.api.RunState;
import dev.redliner.api.StepReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunComparisonTest {
    private static final Instant AT = Instant.parse("2026-11-23T02:30:00Z");
    private static final double MARGIN = 0.03;

    @Test
    void a_clear_loss_is_worse() {
        RunComparison found = compare(measured(800, 780, 820), measured(700, 680, 720));
        assertThat(found.outcome()).isEqualTo(Outcome.WORSE);
        assertThat(found.change()).isCloseTo(-0.125, within(1e-9));
        assertThat(found.low()).isLessThan(-0.125);
        assertThat(found.high()).isBetween(-0.125, -0.03);
        assertThat(found.worse()).isGreaterThan(0.99);
    }

    @Test
    void the_same_redline_twice_cannot_be_told_from_a_loss_of_three_percent() {
        RunComparison found = compare(measured(800, 790, 810), measured(800, 790, 810));
        assertThat(found.outcome()).isEqualTo(Outcome.CANNOT_TELL);
        // sd = 0.022 * sqrt(2); P = Phi(ln(0.97) / sd)
        assertThat(found.worse()).isCloseTo(0.1638, within(0.0005));
        // 2 * (2.49 * 0.022 / 0.0305)^2
        assertThat(found.runsToTell()).isEqualTo(7);
    }

    @Test
    void wide_intervals_need_more_runs() {
        // ln(50 / 32) / 3.92 = 0.1139; (2.49 / 0.0305)^2 * 2 * 0.1139^2
        RunComparison wide = compare(measured(40, 32, 50), measured(40, 32, 50));
        assertThat(wide.outcome()).isEqualTo(Outcome.CANNOT_TELL);
        assertThat(wide.runsToTell()).isBetween(170, 176);
        // One of them narrow: half as many.
        RunComparison mixed = compare(measured(40, 32, 50), measured(40, 39.5, 40.5));
        assertThat(mixed.runsToTell()).isBetween(86, 92);
    }

    @Test
    void a_gain_is_not_worse() {
        assertThat(compare(measured(800, 790, 810), measured(840, 830, 850)).outcome())
                .isEqualTo(Outcome.NOT_WORSE);
    }

    @Test
    void a_narrow_interval_does_not_hide_that_runs_scatter() {
        RunComparison narrow = compare(measured(800, 799, 801), measured(760, 759, 761));
        RunComparison usual = compare(measured(800, 782, 818), measured(760, 742, 778));
        assertThat(narrow.high() - narrow.low()).isCloseTo(usual.high() - usual.low(), within(0.01));
    }

    @Test
    void a_lower_bound_can_only_show_one_side() {
        assertThat(compare(measured(800, 780, 820), atLeast(900)).outcome()).isEqualTo(Outcome.NOT_WORSE);
        assertThat(compare(measured(800, 780, 820), atLeast(600)).outcome()).isEqualTo(Outcome.CANNOT_TELL);
        assertThat(compare(atLeast(800), measured(600, 580, 620)).outcome()).isEqualTo(Outcome.WORSE);
        assertThat(compare(atLeast(800), measured(900, 880, 920)).outcome()).isEqualTo(Outcome.CANNOT_TELL);
    }

    @Test
    void a_lower_bound_is_as_uncertain_as_its_lower_end() {
        RunReport bound = run(RunState.COMPLETED, new RedlineReport(22, 16.5, null, 16.5, null, true), null, "250ms");
        // ln(22 / 16.5) / 1.96 = 0.147; P = Phi((ln(0.97) - ln(19 / 22)) / 0.155)
        RunComparison found = compare(bound, measured(19, 17.2, 21));
        assertThat(found.worse()).isCloseTo(0.77, within(0.01));
        assertThat(found.outcome()).isEqualTo(Outcome.CANNOT_TELL);
    }

    @Test
    void a_lower_bound_has_no_difference_and_no_interval() {
        ComparisonReport lower = Comparisons.of(measured(700, 680, 720), atLeast(650), MARGIN);
        assertThat(lower.outcome()).isEqualTo(Outcome.CANNOT_TELL);
        assertThat(lower.words())
                .isEqualTo("Run checkout-1 carries at least 650 rps, and run checkout-1 700 rps. A lower bound does not"
                        + " decide this.");
        assertThat(lower.change()).isNull();
        assertThat(lower.low()).isNull();
        ComparisonReport higher = Comparisons.of(measured(700, 680, 720), atLeast(900), MARGIN);
        assertThat(higher.outcome()).isEqualTo(Outcome.NOT_WORSE);
        assertThat(higher.words()).doesNotContain("does not decide");
    }

    @Test
    void a_run_without_a_redline_is_not_compared() {
        RunReport aborted = run(RunState.ABORTED, new RedlineReport(700, 680, 720.0, 690, "slo", false), null, "250ms");
        assertThat(RunComparison.of(measured(800, 780, 820), aborted, MARGIN)).isEmpty();
    }

    @Test
    void an_unfair_comparison_names_the_difference_and_has_no_answer() {
        RunReport reference = measured(800, 780, 820);
        RedlineReport less = new RedlineReport(600, 590, 610.0, 590, "slo", false);
        BeganReport warm = new BeganReport("default", "checkout-7", 800.0, AT, 0, "began at the redline of checkout-7");
        RunComparison found = compare(reference, run(RunState.COMPLETED, less, warm, "100ms"));
        assertThat(found.outcome()).isEqualTo(Outcome.CANNOT_TELL);
        assertThat(found.unfair())
                .containsExactly(
                        "The rules or their limits differ.",
                        "The profiles of the searches differ: null and default.",
                        "checkout-1 began from the redline of checkout-7, which pulls its result towards that one."
                                + " Compare cold runs.");
    }

    @Test
    void a_host_of_another_size_is_named() {
        RunReport one = withCpus(measured(800, 780, 820), 4);
        RunReport other = withCpus(measured(800, 780, 820), 8);
        assertThat(compare(one, other).unfair()).containsExactly("The hosts differ in host.cpus: [4.0] and [8.0].");
        assertThat(compare(one, one).unfair()).isEmpty();
    }

    @Test
    void another_kernel_is_named_and_one_that_was_not_reported_is_no_difference() {
        RunReport one = withProperties(Map.of("checkout-1/kernel", "6.1.0", "checkout-1/jvm.version", "17.0.12"));
        RunReport other = withProperties(Map.of("checkout-1/kernel", "6.12.0", "checkout-1/jvm.version", "21.0.2"));
        assertThat(compare(one, other).unfair()).containsExactly("The hosts differ in kernel: 6.1.0 and 6.12.0.");
        assertThat(compare(one, withProperties(Map.of())).unfair()).isEmpty();
    }

    @Test
    void of_runs_of_the_same_host_at_most_five_percent_are_called_worse() {
        assertThat(calledWorse(1.0)).isLessThanOrEqualTo(0.05);
    }

    @Test
    void a_loss_of_fifteen_percent_is_found_nearly_always() {
        assertThat(calledWorse(0.85)).isGreaterThan(0.9);
    }

    @Test
    void a_margin_must_be_a_fraction() {
        assertThatThrownBy(() -> compare(measured(1, 1, 1), measured(1, 1, 1), 0))
                .hasMessage("margin 0.0 is not between 0 and 1");
    }

    /** Of 2,000 seeded pairs of runs with the measured scatter of 2.2%, the part that is called worse. */
    private static double calledWorse(double capacity) {
        Random random = new Random(11);
        int pairs = 2_000;
        int worse = 0;
        for (int i = 0; i < pairs; i++) {
            double before = 800 * Math.exp(0.022 * random.nextGaussian());
            double after = 800 * capacity * Math.exp(0.022 * random.nextGaussian());
            if (compare(measured(before, before * 0.97, before * 1.03), measured(after, after * 0.97, after * 1.03))
                            .outcome()
                    == Outcome.WORSE) {
                worse++;
            }
        }
        return (double) worse / pairs;
    }

    private static RunComparison compare(RunReport one, RunReport other) {
        return compare(one, other, MARGIN);
    }

    private static RunComparison compare(RunReport one, RunReport other, double margin) {
        return RunComparison.of(one, other, margin).orElseThrow();
    }

    private static RunReport measured(double rps, double low, double high) {
        return run(RunState.COMPLETED, new RedlineReport(rps, low, high, low, "slo", false), null, "250ms");
    }

    private static RunReport atLeast(double rps) {
        return run(RunState.COMPLETED, new RedlineReport(rps, rps, null, rps, null, true), null, "250ms");
    }

    private static RunReport withCpus(RunReport run, double cpus) {
        return report(
                run.state(),
                run.redline(),
                null,
                run.steps(),
                new BaselineReport(90, 4.0, 16.0, 0, 900, Map.of("checkout-1/host.cpus", cpus), Map.of()));
    }

    private static RunReport withProperties(Map<String, String> properties) {
        RunReport run = measured(800, 780, 820);
        return report(
                run.state(),
                run.redline(),
                null,
                run.steps(),
                new BaselineReport(90, 4.0, 16.0, 0, 900, Map.of(), Map.of(), properties));
    }

    private static RunReport run(RunState state, RedlineReport redline, BeganReport began, String limit) {
        RuleReport rule = new RuleReport(
                "slo",
                "PASS",
                null,
                List.of(new RuleReport.Value("latency.p99", "latency.p99 <= duration(\"" + limit + "\")", 0.05, 0.25)));
        StepReport step = new StepReport(
                1,
                "ramp",
                AT,
                AT,
                700,
                0.3,
                0.3,
                0.3,
                700.0,
                4.0,
                50.0,
                0.0,
                10,
                "why",
                "ended",
                true,
                List.of(rule),
                null,
                Map.of(),
                null);
        return report(state, redline, began, List.of(step), null);
    }

    private static RunReport report(
            RunState state, RedlineReport redline, BeganReport began, List<StepReport> steps, BaselineReport baseline) {
        return new RunReport(
                "checkout-1",
                "checkout",
                "back-end",
                List.of("checkout-1"),
                state,
                null,
                AT,
                AT,
                redline,
                null,
                new HarmReport(0, 0, 0, 0),
                null,
                baseline,
                steps,
                null,
                List.of(),
                began);
    }
}
