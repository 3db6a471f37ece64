package dev.redliner.collector.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkerLoadTest {
    private final WorkerLoad load = new WorkerLoad();

    @Test
    void the_busiest_worker_counts_and_not_their_mean() {
        assertThat(load.busiest(Map.of("0", 10.0, "1", 20.0), 1))
                .as("the first read")
                .isEmpty();
        assertThat(load.busiest(Map.of("0", 10.2, "1", 20.5), 1)).hasValueCloseTo(0.5, within(1e-9));
    }

    @Test
    void an_iteration_of_three_seconds_is_three_busy_seconds_and_not_one() {
        load.busiest(Map.of("0", 0.0), 1);
        assertThat(load.busiest(Map.of("0", 3.0), 1)).hasValue(1.0);
        assertThat(load.busiest(Map.of("0", 3.0), 1)).hasValue(1.0);
        assertThat(load.busiest(Map.of("0", 3.0), 1)).hasValue(1.0);
        assertThat(load.busiest(Map.of("0", 3.0), 1)).hasValue(0.0);
    }

    @Test
    void after_a_restart_nothing_is_known_once() {
        load.busiest(Map.of("0", 50.0), 1);
        load.busiest(Map.of("0", 53.0), 1);
        assertThat(load.busiest(Map.of("0", 0.1), 1)).isEmpty();
        assertThat(load.busiest(Map.of("0", 0.3), 2)).hasValueCloseTo(0.1, within(1e-9));
        assertThat(load.busiest(Map.of("0", 0.4, "1", 0.1), 1))
                .as("another number of workers")
                .isEmpty();
        assertThat(load.busiest(Map.of(), 1)).as("no statistics any more").isEmpty();
    }
}
