package dev.redliner.search.estimate;

import static dev.redliner.search.IntervalBuilder.second;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.CountInterval;
import dev.redliner.search.Plan;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final int SECONDS = 2_000;

    private final Random random = new Random(11);

    @Test
    void independent_arrivals_have_a_dispersion_of_one() {
        assertThat(dispersion(SECONDS, () -> poisson(100))).isCloseTo(1, within(0.1));
    }

    @Test
    void arrivals_in_pairs_have_a_dispersion_of_two() {
        assertThat(dispersion(SECONDS, () -> 2 * poisson(50))).isCloseTo(2, within(0.2));
    }

    @Test
    void few_seconds_weigh_less_than_the_assumption_of_independence() {
        // the seconds have 60 and 140 requests: a variance-to-mean ratio of 16, in 5 seconds against 20 of independence
        double[] alternating = {60, 140, 60, 140, 100};
        int[] at = {0};
        assertThat(dispersion(5, () -> alternating[at[0]++])).isCloseTo((20 + 64) / 24.0, within(1e-9));
    }

    @Test
    void even_arrivals_are_not_taken_to_be_more_even_than_a_fifth() {
        assertThat(dispersion(SECONDS, () -> 100)).isEqualTo(0.2);
    }

    @Test
    void the_mean_of_several_hosts_counts_as_many_times() {
        List<CountInterval> seconds = IntStream.range(0, SECONDS)
                .mapToObj(i -> {
                    double one = poisson(100);
                    double other = poisson(100);
                    return second(i, (one + other) / 2)
                            .host("a", one)
                            .host("b", other)
                            .build();
                })
                .toList();
        assertThat(Arrivals.dispersion(List.of(probe(seconds)))).isCloseTo(1, within(0.1));
    }

    @Test
    void slow_waves_of_the_traffic_do_not_change_the_ratio_from_second_to_second() {
        int[] at = {0};
        DoubleSupplier wave = () -> 100 * (1 + 0.2 * Math.sin(2 * Math.PI * at[0]++ / 60));
        assertThat(fromSecondToSecond(() -> poisson(wave.getAsDouble()))).isCloseTo(1, within(0.1));
        assertThat(fromSecondToSecond(() -> 2 * poisson(wave.getAsDouble() / 2)))
                .isCloseTo(2, within(0.2));
    }

    private static double fromSecondToSecond(DoubleSupplier requests) {
        return Arrivals.fromSecondToSecond(List.of(probe(IntStream.range(0, SECONDS)
                .mapToObj(i -> second(i, requests.getAsDouble()).build())
                .toList())));
    }

    private static double dispersion(int seconds, DoubleSupplier requests) {
        return Arrivals.dispersion(List.of(probe(IntStream.range(0, seconds)
                .mapToObj(i -> second(i, requests.getAsDouble()).build())
                .toList())));
    }

    private static ProbeResult probe(List<CountInterval> seconds) {
        return ProbeResult.of(new Plan.Probe(1, 100, Stage.BASELINE, ""), Outcome.OPEN, false, null, "", seconds);
    }

    private int poisson(double mean) {
        int count = 0;
        double at = -Math.log(1 - random.nextDouble());
        while (at < mean) {
            count++;
            at -= Math.log(1 - random.nextDouble());
        }
        return count;
    }
}
