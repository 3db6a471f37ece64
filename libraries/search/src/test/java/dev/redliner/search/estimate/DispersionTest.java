package dev.redliner.search.estimate;

import static dev.redliner.search.IntervalBuilder.second;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.Plan;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DispersionTest {
    private static final Criterion SLOW = new Criterion("p99", "latency.p99", 0.01, 0.25);
    private static final Criterion FAILED = new Criterion("errors", "error_rate", 0.001, 0);

    /** Two minutes without bad requests, in which the number of requests alternates from second to second. */
    private static ProbeResult probe(double one, double other) {
        var seconds = new ArrayList<CountInterval>();
        for (int i = 0; i < 120; i++) {
            double requested = i % 2 == 0 ? one : other;
            seconds.add(second(i, requested).bad(SLOW, 0).bad(FAILED, 0).build());
        }
        return ProbeResult.of(new Plan.Probe(1, 100, Stage.BASELINE, ""), Outcome.OPEN, false, null, "", seconds);
    }

    @Test
    void of_failed_requests_is_that_of_the_arrivals_before_one_was_seen() {
        // variance 400, mean 100: 120 seconds of this against 20 seconds of independent arrivals
        assertThat(Dispersion.seen(FAILED, List.of(probe(80, 120)))).isCloseTo(500.0 / 139, within(0.05));
    }

    @Test
    void of_failed_requests_is_at_least_one_and_a_half() {
        assertThat(Dispersion.seen(FAILED, List.of(probe(99, 101)))).isEqualTo(1.5);
    }

    @Test
    void of_slow_requests_is_eight_before_one_was_seen() {
        assertThat(Dispersion.seen(SLOW, List.of(probe(99, 101)))).isEqualTo(8);
    }

    @Test
    void independent_slow_requests_have_a_dispersion_of_one_and_pairs_of_them_two() {
        assertThat(Dispersion.seen(SLOW, List.of(sample(1)))).isCloseTo(1, within(0.2));
        assertThat(Dispersion.seen(SLOW, List.of(sample(2)))).isCloseTo(2, within(0.4));
    }

    @Test
    void the_posterior_adds_noise_that_batches_cannot_show() {
        List<ProbeResult> probes = List.of(sample(1));
        assertThat(Dispersion.forPosterior(SLOW, probes, true, 0))
                .isCloseTo(1.6 * Dispersion.seen(SLOW, probes), within(1e-9));
    }

    @Test
    void without_any_burst_the_posterior_fears_some_hundredths_of_a_second_of_traffic() {
        List<ProbeResult> quiet = List.of(probe(1_000, 1_000));
        assertThat(Dispersion.forPosterior(SLOW, quiet, false, 0)).isCloseTo(0.06 * 1_000, within(1e-9));
        assertThat(Dispersion.forPosterior(SLOW, quiet, true, 0)).isCloseTo(1.6 * 8, within(1e-9));
    }

    /** Twenty minutes with ten slow requests in a second on average, so many at a time. */
    private static ProbeResult sample(int together) {
        var random = new Random(3);
        double[] slow = new double[1_200];
        for (int event = 0; event < 10 * slow.length / together; event++) {
            slow[random.nextInt(slow.length)] += together;
        }
        return probe(slow);
    }

    private static ProbeResult probe(double[] slow) {
        List<CountInterval> seconds = IntStream.range(0, slow.length)
                .mapToObj(i -> second(i, 100).bad(SLOW, slow[i]).build())
                .toList();
        return ProbeResult.of(new Plan.Probe(1, 100, Stage.BASELINE, ""), Outcome.OPEN, false, null, "", seconds);
    }
}
