package dev.redliner.collector.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.collector.envoy.Freshness.State;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class FreshnessTest {
    private final Freshness freshness = new Freshness();

    @Test
    void statistics_that_grow_with_each_read_are_fresh() {
        assertThat(states(5, 6, 7, 8, 9))
                .containsExactly(State.UNKNOWN, State.UNKNOWN, State.UNKNOWN, State.FRESH, State.FRESH);
        assertThat(states(9, 10, 11)).as("whole seconds are rounded").containsOnly(State.FRESH);
    }

    @Test
    void statistics_that_are_merged_every_five_seconds_are_old() {
        assertThat(states(5, 5, 5, 10, 10, 10, 10, 10, 15, 15))
                .doesNotContain(State.FRESH)
                .endsWith(State.OLD);
    }

    @Test
    void after_a_restart_of_the_envoy_the_reads_begin_anew() {
        states(50, 51, 52, 53);
        assertThat(states(1, 2, 3, 4)).containsExactly(State.UNKNOWN, State.UNKNOWN, State.UNKNOWN, State.FRESH);
    }

    private List<State> states(double... uptimes) {
        return DoubleStream.of(uptimes).mapToObj(freshness::of).toList();
    }
}
