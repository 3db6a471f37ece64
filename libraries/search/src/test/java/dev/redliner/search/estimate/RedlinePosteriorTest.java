package dev.redliner.search.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.redliner.search.Background;
import dev.redliner.search.CountInterval;
import dev.redliner.search.Plan;
import dev.redliner.search.SimulatedHost;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import dev.redliner.search.twin.Twin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedlinePosteriorTest {
    private static final int WORKERS = 8;
    private static final double MEAN = 0.018;
    private static final double CV = 0.6;
    private static final double TRUTH = SimulatedHost.truth(WORKERS, MEAN, CV);
    private static final int SECONDS = 30;

    private final SimulatedHost host = new SimulatedHost(7, WORKERS, MEAN, CV);

    @Test
    void a_redline_above_all_that_can_be_brought_is_above_the_grid_too() {
        double highest = 0.5 * TRUTH;
        RedlinePosterior known = after(highest, 0.25, 0.4, 0.5);
        assertThat(known.quantile(0.31)).isGreaterThan(highest);
        assertThat(known.above(1.15 * highest)).isGreaterThan(0.1);
        assertThat(known.beyond(highest)).isTrue();
        assertThat(known.around(highest).beyond(highest)).isTrue();
    }

    @Test
    void its_interval_is_not_narrow_because_the_grid_ends() {
        RedlinePosterior known = after(0.5 * TRUTH, 0.25, 0.4, 0.5).around(0.5 * TRUTH);
        assertThat(known.halfWidth()).isGreaterThan(0.15);
    }

    @Test
    void a_redline_that_was_overrun_has_no_chance_to_lie_above() {
        double highest = 1.8 * TRUTH;
        RedlinePosterior known = after(highest, 0.45, 0.8, 0.9, 0.97, 1.02).around(highest);
        assertThat(known.beyond(highest)).isFalse();
        assertThat(known.above(1.5 * TRUTH)).isLessThan(0.02);
        assertThat(known.quantile(0.5)).isBetween(0.85 * TRUTH, 1.15 * TRUTH);
    }

    @Test
    void a_redline_that_was_measured_is_not_beyond_what_can_be_brought_after_the_traffic_fell() {
        RedlinePosterior known =
                after(1.8 * TRUTH, 0.45, 0.8, 0.9, 0.97, 1.02, 1.04).around(1.8 * TRUTH);
        assertThat(known.beyond(0.6 * TRUTH)).isFalse();
    }

    @Test
    void a_grid_that_ends_below_what_holds_is_laid_anew() {
        double highest = 1.8 * TRUTH;
        RedlinePosterior known = after(highest, 0.3, 0.4).around(0.45 * TRUTH);
        for (double part : List.of(0.5, 0.7, 0.85)) {
            known = known.with(probe(part * TRUTH)).within(highest);
        }
        assertThat(known.quantile(0.5)).isGreaterThan(0.85 * TRUTH);
        assertThat(known.above(TRUTH)).isGreaterThan(0.05);
    }

    @Test
    void it_still_holds_what_was_seen_when_the_traffic_went_away() {
        RedlinePosterior known = after(1.8 * TRUTH, 0.45, 0.8, 0.9, 1.02).around(0.1 * TRUTH);
        assertThat(known.quantile(0.5)).isFinite().isBetween(0.8 * TRUTH, 1.2 * TRUTH);
    }

    @Test
    void an_equal_posterior_follows_from_equal_evidence_on_a_steep_small_host() throws IOException {
        List<ProbeResult> probes = RecordedProbes.ofGunicorn();
        double highest = 120;
        RedlinePosterior known = RedlinePosterior.upTo(highest, probes.subList(0, 9), Background.NONE)
                .around(highest);
        for (ProbeResult probe : probes.subList(9, probes.size())) {
            known = known.with(probe).within(highest);
        }
        double reported = known.quantile(0.5);
        for (int i = 0; i < 4; i++) {
            RedlinePosterior again = known.with((Twin) null);
            // a step of the steepness after the newest probe, and then none
            double most = i == 0 ? 2.5 : 0.5;
            assertThat(again.quantile(0.5)).isCloseTo(known.quantile(0.5), withinPercentage(most));
            known = again;
        }
        assertThat(known.quantile(0.5)).isCloseTo(reported, withinPercentage(2.5));
        assertThat(known.quantile(0.5)).isBetween(89.0, 98.0);
    }

    /** A posterior after probes at these parts of the truth. */
    private RedlinePosterior after(double highest, double... parts) {
        var probes = new ArrayList<ProbeResult>();
        for (double part : parts) {
            probes.add(probe(part * TRUTH));
        }
        return RedlinePosterior.upTo(highest, probes, Background.NONE);
    }

    private ProbeResult probe(double load) {
        var seconds = new ArrayList<CountInterval>();
        for (int i = 0; i < SECONDS; i++) {
            seconds.add(host.second(load, 2 * TRUTH));
        }
        return ProbeResult.of(new Plan.Probe(1, load, Stage.REFINE, ""), Outcome.OPEN, false, null, "", seconds);
    }
}
