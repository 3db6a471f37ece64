package dev.redliner.search.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.Background;
import dev.redliner.search.IntervalBuilder;
import dev.redliner.search.Plan;
import dev.redliner.search.PowerLawHost;
import dev.redliner.search.Prior;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import dev.redliner.search.estimate.RedlinePosterior;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class RampStepTest {
    private static final double HIGHEST = 2_000;

    private final PowerLawHost host = new PowerLawHost(1_000, 15);
    private ProbeHistory probes = ProbeHistory.NONE.with(host.probe(Stage.BASELINE, 100, 15));
    private ElapsedTime elapsed = ElapsedTime.NOTHING;

    private RampStep next(SearchSettings settings) {
        var posterior = RedlinePosterior.upTo(HIGHEST, probes.all(), Background.NONE);
        return RampStep.from(settings, probes, posterior, elapsed);
    }

    private void ramp(double load, UnaryOperator<IntervalBuilder> more) {
        probes = probes.with(host.probe(Stage.RAMP, load, 10, Outcome.GOOD, more));
    }

    @Test
    void far_from_its_limits_a_host_gets_the_largest_step() {
        RampStep step = next(SearchSettings.DEFAULT);
        assertThat(step.bound()).isEqualTo(RampStep.Bound.LARGEST);
        assertThat(step.load()).isCloseTo(115, within(1e-9));
    }

    /** The first seconds of a small host may have twice its normal load. */
    @Test
    void the_first_step_follows_from_the_load_of_the_whole_baseline() {
        var first = new Plan.Probe(1, 200, Stage.BASELINE, "");
        var seconds = host.probe(Stage.BASELINE, 100, 15).seconds();
        probes = ProbeHistory.NONE.with(ProbeResult.of(first, Outcome.GOOD, false, null, "", seconds));
        assertThat(next(SearchSettings.DEFAULT).load()).isCloseTo(115, within(1e-9));
    }

    @Test
    void well_above_the_normal_load_steps_are_smaller_until_the_ramp_is_late() {
        ramp(200, second -> second);
        assertThat(next(SearchSettings.DEFAULT).load()).isCloseTo(200 * 1.055, within(1e-9));
        // 25% of the time beyond 55% of it: 1 + 2.5 x 0.25 times as long
        elapsed = elapsed(SearchSettings.DEFAULT.coldBudget().multipliedBy(80).dividedBy(100));
        assertThat(next(SearchSettings.DEFAULT).load()).isCloseTo(200 * (1 + 0.055 * 1.625), within(0.1));
    }

    /** A search of few requests goes on after the usual time. */
    @Test
    void after_the_usual_time_steps_are_no_larger_than_at_its_end() {
        ramp(200, second -> second);
        elapsed = elapsed(SearchSettings.DEFAULT.coldBudget());
        RampStep atTheEnd = next(SearchSettings.DEFAULT);
        assertThat(atTheEnd.load()).isCloseTo(200 * (1 + 0.055 * 2.125), within(0.1));
        elapsed = elapsed(SearchSettings.DEFAULT.coldBudget().multipliedBy(3));
        assertThat(next(SearchSettings.DEFAULT)).isEqualTo(atTheEnd);
    }

    @Test
    void half_the_way_to_a_full_cpu_bounds_a_large_step() {
        ramp(110, second -> second.cpu(0.72));
        RampStep step = next(SearchSettings.QUICK);
        assertThat(step.bound()).isEqualTo(RampStep.Bound.CPU);
        assertThat(step.load()).isCloseTo(110 + 0.5 * (0.98 * 110 / 0.72 - 110), within(1e-9));
    }

    @Test
    void a_busy_cpu_is_near_its_limits_and_leaves_only_the_smallest_step() {
        ProbeHistory baseline = probes;
        ramp(110, second -> second.cpu(0.74));
        assertThat(RampStep.far(probes)).isTrue();
        probes = baseline;
        ramp(110, second -> second.cpu(0.97));
        assertThat(RampStep.far(probes)).isFalse();
        assertThat(next(SearchSettings.DEFAULT).load()).isCloseTo(110 * 1.035, within(1e-9));
        probes = baseline;
        ramp(110, second -> second.cpu(0.76));
        assertThat(RampStep.far(probes)).isFalse();
    }

    @Test
    void up_to_what_an_earlier_run_found_two_steps_are_one() {
        RampStep step = next(SearchSettings.DEFAULT.knowing(Prior.stated(1_000)));
        assertThat(step.bound()).isEqualTo(RampStep.Bound.KNOWN);
        assertThat(step.load()).isCloseTo(100 * 1.15 * 1.15, within(1e-9));
        RampStep near = next(SearchSettings.DEFAULT.knowing(new Prior(150, 0.05)));
        assertThat(near.load()).isCloseTo(0.85 * 150 * Math.exp(-1.3 * 0.05), within(1e-9));
    }

    @Test
    void a_tail_on_its_way_to_the_limit_leaves_the_step_to_the_latency_curve() {
        ramp(150, second -> second.latency(0.05, 0.20));
        RampStep step = next(SearchSettings.DEFAULT);
        assertThat(step.bound()).isIn(RampStep.Bound.CURVE, RampStep.Bound.EVIDENCE);
        assertThat(step.load()).isBetween(150 * 1.035 - 1e-9, 150 * 1.10);
        assertThat(RampStep.far(probes)).isFalse();
    }

    private static ElapsedTime elapsed(Duration time) {
        var first = IntervalBuilder.second(0, 100).build();
        var last = IntervalBuilder.second((int) time.toSeconds() - 1, 100).build();
        return ElapsedTime.NOTHING.until(first).until(last);
    }
}
