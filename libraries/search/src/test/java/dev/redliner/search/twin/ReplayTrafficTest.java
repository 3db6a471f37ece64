package dev.redliner.search.twin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.CountInterval;
import dev.redliner.search.SimulatedHost;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayTrafficTest {
    private static final double RPS = 50;
    private static final int SECONDS = 80;
    /** Times at which requests arrive: no request takes any time. */
    private final List<Double> times = new ArrayList<>();

    private final TwinHost host =
            new TwinHost(TwinHost.Shape.THREADS, 1_000, 0, new ServiceTimes(new double[ServiceTimes.SIZE], 0), 1);

    private final TwinRecord record =
            TwinRecord.of(SimulatedHost.P99, seconds(), RPS).orElseThrow();
    private final ReplayTraffic traffic = new ReplayTraffic(record, new ArrivalTimes(1));

    private static List<CountInterval> seconds() {
        var simulated = new SimulatedHost(1, 4, 0.02, 0.6);
        var seconds = new ArrayList<CountInterval>();
        for (int i = 0; i < SECONDS; i++) {
            seconds.add(simulated.second(RPS, 2 * RPS));
        }
        return seconds;
    }

    private List<Double> served(ReplayTraffic.Requests requests) {
        times.clear();
        requests.serve(host, (arrived, left) -> times.add(arrived));
        return List.copyOf(times);
    }

    @Test
    void each_second_has_the_requests_that_arrived_in_it() {
        int[] counts = new int[SECONDS];
        served(traffic.drawn(7)).stream()
                .filter(time -> time >= 0)
                .forEach(time -> counts[record.lastBegun(time, -1)]++);
        for (int second = 0; second < SECONDS; second++) {
            assertThat(counts[second]).as("second %d", second).isEqualTo(record.arrivals(second));
        }
    }

    @Test
    void requests_arrive_in_order_and_before_the_first_second_too() {
        assertThat(served(traffic.drawn(7))).isSorted();
        assertThat(times.stream().filter(time -> time < 0)).hasSizeBetween(150, 350);
    }

    @Test
    void kept_requests_are_those_of_their_seeds() {
        List<ReplayTraffic.Requests> kept = traffic.kept(2, 7);
        assertThat(served(kept.get(0))).isEqualTo(served(traffic.drawn(7)));
        assertThat(served(kept.get(1))).isEqualTo(served(traffic.drawn(8))).isNotEqualTo(served(kept.get(0)));
        assertThat(traffic.kept(1, 8).get(0)).isSameAs(kept.get(1));
    }

    @Test
    void the_last_second_that_began_is_found_from_any_other_one() {
        for (int near : new int[] {-1, 0, 40, SECONDS - 1}) {
            assertThat(record.lastBegun(-0.001, near)).isEqualTo(-1);
            assertThat(record.lastBegun(0, near)).isZero();
            assertThat(record.lastBegun(record.from(40), near)).isEqualTo(40);
            assertThat(record.lastBegun(record.from(40) - 0.001, near)).isEqualTo(39);
            assertThat(record.lastBegun(1e6, near)).isEqualTo(SECONDS - 1);
        }
    }
}
