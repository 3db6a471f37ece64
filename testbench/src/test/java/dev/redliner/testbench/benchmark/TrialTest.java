package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.hostmodel.Score;
import dev.redliner.standalone.simulate.SimulationResult;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TrialTest {
    @Test
    void a_safe_rate_up_to_the_truth_held_and_one_above_it_did_not() {
        assertThat(trial("ok", 100.0, 110.0, 95.0).safeHeld()).isTrue();
        assertThat(trial("ok", 103.0, 110.0, 100.1).safeHeld()).isFalse();
        assertThat(trial("at_least", 90.0, null, 90.0).safeHeld()).isTrue();
    }

    @Test
    void a_result_without_a_safe_rate_counts_neither_way() {
        assertThat(trial("at_least", 90.0, null, null).safeHeld()).isNull();
        assertThat(trial("inconclusive", 103.0, 140.0, 101.0).safeHeld()).isNull();
    }

    @Test
    void at_least_covers_each_truth_that_is_not_below_it() {
        assertThat(trial("at_least", 90.0, null, 90.0).covered()).isTrue();
        assertThat(trial("at_least", 101.0, null, null).covered()).isFalse();
        assertThat(trial("inconclusive", 90.0, null, null).covered()).isFalse();
    }

    @Test
    void the_column_is_the_part_of_the_results_with_a_safe_rate() {
        List<Trial> trials = List.of(
                trial("ok", 100.0, 110.0, 95.0),
                trial("ok", 103.0, 110.0, 100.1),
                trial("ok", 99.0, 110.0, 98.0),
                trial("at_least", 90.0, null, null));
        assertThat(SearchTable.text(trials)).contains("| 67 |");
    }

    /** A trial on a host with a redline of 100. */
    private static Trial trial(String status, double est, @Nullable Double high, @Nullable Double safe) {
        SimulationResult result = new SimulationResult(
                "h01", est, 0.95 * est, high, safe, status, null, 400, 20, "", 0, true, List.of(), null);
        if (status.equals("at_least")) {
            result = new SimulationResult(
                    "h01", est, est, null, safe, status, null, 400, 20, "", 0, true, List.of(), null);
        }
        return new Trial("h01", 1, 100, 0.01, 0.001, result, new Score(1, 0, 1));
    }
}
