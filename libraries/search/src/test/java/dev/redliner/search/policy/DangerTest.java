package dev.redliner.search.policy;

import static dev.redliner.search.IntervalBuilder.second;
import static dev.redliner.search.PowerLawHost.P99;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.CountInterval;
import dev.redliner.search.Plan;
import dev.redliner.search.PowerLawHost;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The normal median is 50 ms and the limit 250 ms, so a median of 130 ms is 40% of the way. */
class DangerTest {
    private final ProbeHistory before =
            ProbeHistory.NONE.with(new PowerLawHost(1_000, 15).probe(Stage.BASELINE, 200, 15));

    private Optional<ProbeResult> after(Stage stage, CountInterval... seconds) {
        Probe probe = Probe.at(new Plan.Probe(2, 500, stage, ""), SearchSettings.DEFAULT, before, 500);
        for (CountInterval second : seconds) {
            probe = probe.with(second);
        }
        return Danger.of(probe, before);
    }

    private static CountInterval bad(int at, double bad) {
        return second(at, 500).bad(P99, bad).latency(0.05).build();
    }

    private static CountInterval median(int at, double seconds) {
        return second(at, 500).bad(P99, 0).latency(seconds).build();
    }

    @Test
    void far_too_many_bad_requests_are_danger_beyond_their_dispersion() {
        assertThat(after(Stage.RAMP, bad(0, 5), bad(1, 5))).isEmpty();
        // more than five times the allowed ones, but less proof than a dispersion of eight explains
        assertThat(after(Stage.RAMP, bad(0, 26))).isEmpty();
        ProbeResult left = after(Stage.RAMP, bad(0, 60), bad(1, 60)).orElseThrow();
        assertThat(left.cut()).isTrue();
        assertThat(left.breachedRule()).isEqualTo("p99");
        assertThat(left.queued()).isNull();
    }

    @Test
    void near_the_redline_it_takes_three_times_as_many() {
        assertThat(after(Stage.REFINE, bad(0, 60), bad(1, 60))).isEmpty();
        assertThat(after(Stage.REFINE, bad(0, 80), bad(1, 80))).isPresent();
    }

    @Test
    void of_a_limit_of_the_median_only_one_far_beyond_it_is_a_sign() {
        assertThat(atMedian(0.14)).isEmpty();
        assertThat(atMedian(0.26)).isEmpty();
        assertThat(atMedian(0.40)).isPresent();
    }

    private Optional<ProbeResult> atMedian(double seconds) {
        var p50 = new CountInterval.Criterion("p50", "latency.p50", 0.5, 0.25);
        Probe probe = Probe.at(new Plan.Probe(2, 500, Stage.REFINE, ""), SearchSettings.DEFAULT, before, 500)
                .with(second(0, 500).bad(p50, 100).latency(seconds).build())
                .with(second(1, 500).bad(p50, 100).latency(seconds).build());
        return Danger.of(probe, before);
    }

    @Test
    void a_median_two_fifths_of_the_way_to_the_limit_is_a_queue() {
        ProbeResult queued =
                after(Stage.REFINE, median(0, 0.10), median(1, 0.14)).orElseThrow();
        assertThat(queued.queued()).isEqualTo(P99);
        assertThat(after(Stage.REFINE, median(0, 0.10), median(1, 0.12))).isEmpty();
        assertThat(after(Stage.REFINE, median(0, 0.08), median(1, 0.14)))
                .as("the second before was less than half as far")
                .isEmpty();
    }
}
