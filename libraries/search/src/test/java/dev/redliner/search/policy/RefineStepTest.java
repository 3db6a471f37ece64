package dev.redliner.search.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.Background;
import dev.redliner.search.PowerLawHost;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.RedlinePosterior;
import org.junit.jupiter.api.Test;

class RefineStepTest {
    private static final double ANY = Double.POSITIVE_INFINITY;

    private ProbeHistory probes = ProbeHistory.NONE;

    private void probed(PowerLawHost host, int seconds, double... loads) {
        for (double load : loads) {
            Stage stage = probes.isEmpty() ? Stage.BASELINE : Stage.RAMP;
            probes = probes.with(host.probe(stage, load, seconds));
        }
    }

    private RedlinePosterior known() {
        return RedlinePosterior.upTo(4_000, probes.all(), Background.NONE).around(4_000);
    }

    private RefineStep next(double most) {
        return RefineStep.from(most, SearchSettings.DEFAULT, probes, known());
    }

    @Test
    void a_redline_far_above_the_loads_that_held_is_climbed_to_by_a_tenth() {
        probed(new PowerLawHost(1_000, 15), 20, 300, 400);
        assertThat(next(ANY).stage()).isEqualTo(Stage.RAMP);
        assertThat(next(ANY).load()).isCloseTo(440, within(1e-9));
    }

    @Test
    void a_host_of_few_requests_is_not_climbed_by_short_probes() {
        probed(new PowerLawHost(100, 15), 20, 30, 40);
        assertThat(next(ANY).stage()).isEqualTo(Stage.REFINE);
    }

    @Test
    void a_small_host_far_below_its_redline_is_probed_at_the_median_by_a_tenth_at_most() {
        probed(new PowerLawHost(100, 15), 20, 30, 40);
        assertThat(known().halfWidth()).isGreaterThan(SearchSettings.WIDEST);
        assertThat(next(ANY).load()).isCloseTo(40 * 1.10, within(1e-9));
        assertThat(next(ANY).why()).contains("50%");
    }

    @Test
    void a_small_host_at_its_limit_is_probed_by_small_steps() {
        probed(new PowerLawHost(41, 15), 20, 30, 40);
        assertThat(known().halfWidth()).isGreaterThan(SearchSettings.WIDEST);
        assertThat(next(ANY).load()).isLessThanOrEqualTo(40 * 1.06);
    }

    @Test
    void near_the_redline_a_low_quantile_is_probed() {
        probed(new PowerLawHost(1_000, 15), 200, 400, 700, 900, 950, 980);
        RedlinePosterior known = known();
        assertThat(known.halfWidth()).isLessThan(0.07);
        RefineStep step = next(ANY);
        assertThat(step.stage()).isEqualTo(Stage.REFINE);
        assertThat(step.load()).isCloseTo(Math.min(known.quantile(0.29), 980 * 1.04), within(1e-6));
        assertThat(step.why()).contains("71%");
    }

    @Test
    void a_load_that_just_broke_is_kept_clear_of() {
        probed(new PowerLawHost(1_000, 15), 20, 300, 400);
        assertThat(RefineStep.clearOf(400)).isCloseTo(394, within(1e-9));
        assertThat(next(RefineStep.clearOf(400)).load()).isCloseTo(394, within(1e-9));
    }

    @Test
    void each_load_that_broke_beyond_the_ramp_makes_the_next_probe_more_careful() {
        var host = new PowerLawHost(1_000, 15);
        probed(host, 200, 400, 700, 900, 950, 980);
        probes = probes.with(host.probe(Stage.REFINE, 1_020, 100));
        assertThat(next(ANY).load()).isCloseTo(Math.min(known().quantile(0.88 * 0.29), 0.985 * 1_020), within(1e-6));
        assertThat(probes.brokenBeyondRamp()).isEqualTo(1);
    }
}
