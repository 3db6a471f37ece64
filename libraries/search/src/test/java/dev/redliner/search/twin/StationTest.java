package dev.redliner.search.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StationTest {
    private final List<Double> left = new ArrayList<>();

    private void record(double arrived, double leaves) {
        left.add(leaves - arrived);
    }

    @Test
    void a_request_waits_for_the_first_free_thread() {
        Station station = new Threads(2, 0);
        station.arrive(0, 3, this::record);
        station.arrive(0, 1, this::record);
        station.arrive(0.5, 1, this::record);
        assertThat(left).containsExactly(3.0, 1.0, 1.5);
    }

    @Test
    void more_requests_than_cores_share_them() {
        Station station = new Cores(1, 0);
        station.arrive(0, 1, this::record);
        station.arrive(0.5, 1, this::record);
        station.advance(10, this::record);
        // alone for 0.5 s, then two at half speed until the first leaves at 1.5 s
        assertThat(left).containsExactly(1.5, 1.5);
    }

    @Test
    void fewer_requests_than_cores_run_at_full_speed() {
        Station station = new Cores(3, 0);
        station.arrive(0, 1, this::record);
        station.arrive(0, 2, this::record);
        station.advance(10, this::record);
        assertThat(left).containsExactly(1.0, 2.0);
    }

    @Test
    void mean_latency_of_a_single_server_is_that_of_the_queueing_formula() {
        // M/M/1: 1 / (mu - lambda) = 1 / (100 - 80) s. With processor sharing the mean is the same
        assertThat(mean(new Threads(1, 0))).isCloseTo(0.05, within(0.003));
        assertThat(mean(new Cores(1, 0))).isCloseTo(0.05, within(0.003));
    }

    private double mean(Station station) {
        left.clear();
        var chance = new SplittableRandom(7);
        double now = 0;
        for (int i = 0; i < 400_000; i++) {
            now -= Math.log(1 - chance.nextDouble()) / 80;
            station.arrive(now, -Math.log(1 - chance.nextDouble()) / 100, this::record);
        }
        station.advance(now + 10, this::record);
        return left.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }
}
