package dev.redliner.search.estimate;

import static dev.redliner.search.IntervalBuilder.second;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.Plan;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProbeResultTest {
    private static final Criterion P99 = new Criterion("p99", "latency.p99", 0.01, 0.25);
    private static final Criterion ERRORS = new Criterion("errors", "error_rate", 0.001, 0);

    @Test
    void carries_the_load_asked_for_unless_clearly_less_arrived() {
        assertThat(probe(Stage.RAMP, 100, seconds(10, 98)).carried()).isEqualTo(100);
        assertThat(probe(Stage.RAMP, 100, seconds(10, 50)).carried())
                .isCloseTo(50 * (1 + 0.02 + 1 / Math.sqrt(500)), within(1e-9));
        assertThat(probe(Stage.BASELINE, 100, seconds(10, 98)).carried()).isEqualTo(98);
    }

    @Test
    void slow_requests_meet_a_part_of_the_load_before_them_and_failed_ones_hardly_any() {
        List<CountInterval> jump = List.of(
                second(0, 100).build(),
                second(1, 100).build(),
                second(2, 100).build(),
                second(3, 200).build());
        ProbeResult probe = probe(Stage.RAMP, 125, jump);
        assertThat(probe.loads(P99)[3]).isCloseTo(0.5 * 200 + 0.5 * 100, within(1e-9));
        assertThat(probe.loads(ERRORS)[3]).isCloseTo(0.9 * 200 + 0.1 * 100, within(1e-9));
        assertThat(CarriedLoad.part(new Criterion("p99", "latency.p99", 0.01, 2)))
                .isEqualTo(0.6);
    }

    @Test
    void expects_bad_requests_where_the_load_is_high_but_a_tenth_of_them_anywhere() {
        List<CountInterval> jump = List.of(
                second(0, 50).bad(ERRORS, 0).build(),
                second(1, 150).bad(ERRORS, 0).build());
        double[] expected = probe(Stage.RAMP, 100, jump).expected(ERRORS, 2);
        // the loads of the seconds are 0.9 x 50 + 0.1 x 100 and 0.9 x 150 + 0.1 x 75
        assertThat(expected[0]).isCloseTo(50 * (0.1 + 0.9 * 0.55 * 0.55), within(1e-9));
        assertThat(expected[1]).isCloseTo(150 * (0.1 + 0.9 * 1.425 * 1.425), within(1e-9));
    }

    @Test
    void of_a_queueing_host_the_slow_requests_mean_nothing_and_the_failed_ones_do() {
        ProbeResult queued =
                ProbeResult.of(new Plan.Probe(1, 100, Stage.RAMP, ""), Outcome.BAD, true, P99, "p99", seconds(5, 100));
        assertThat(queued.signOnly(P99)).isTrue();
        assertThat(queued.signOnly(ERRORS)).isFalse();
        assertThat(probe(Stage.RAMP, 100, seconds(5, 100)).signOnly(P99)).isFalse();
    }

    @Test
    void values_are_means_over_the_seconds_that_have_them() {
        ProbeResult probe = probe(
                Stage.RAMP,
                100,
                List.of(
                        second(0, 100)
                                .gauge("cpu", 0.2, 0.8)
                                .cpu(0.4)
                                .latency(0.1, 0.2)
                                .build(),
                        second(1, 100)
                                .gauge("cpu", 0.4, 0.8)
                                .cpu(0.6)
                                .latency(0.3, 0.6)
                                .build(),
                        second(2, 100).host("a", 30).build()));
        assertThat(probe.gauges()).containsOnlyKeys("cpu/host.cpu");
        assertThat(probe.gauges().get("cpu/host.cpu").value()).isCloseTo(0.3, within(1e-9));
        assertThat(probe.cpu()).isCloseTo(0.5, within(1e-9));
        assertThat(probe.p50()).isCloseTo(0.2, within(1e-9));
        assertThat(probe.p99()).isCloseTo(0.4, within(1e-9));
        assertThat(probe.highestP99()).isEqualTo(0.6);
        assertThat(probe.byHost()).isEqualTo(Map.of("a", 10.0));
    }

    private static List<CountInterval> seconds(int count, double requests) {
        return IntStream.range(0, count)
                .mapToObj(i -> second(i, requests).bad(P99, 1).bad(ERRORS, 0).build())
                .toList();
    }

    private static ProbeResult probe(Stage stage, double asked, List<CountInterval> seconds) {
        return ProbeResult.of(new Plan.Probe(1, asked, stage, ""), Outcome.OPEN, false, null, "", seconds);
    }
}
