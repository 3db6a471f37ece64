package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.hostmodel.Score;
import dev.redliner.standalone.simulate.SimulationResult;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WidthTableTest {
    @Test
    void each_row_has_the_runs_of_a_width_with_or_without_a_result() {
        List<Trial> trials = List.of(
                trial("ok", 98.0, 95.0, 105.0, 96.0),
                trial("ok", 94.0, 90.0, 99.0, 91.0),
                trial("ok", 100.0, 80.0, 140.0, 82.0),
                trial("inconclusive", 110.0, 70.0, 150.0, 101.0),
                trial("at_least", 90.0, 85.0, null, 88.0),
                trial("refused", null, null, null, null));
        assertThat(WidthTable.of(trials).lines().skip(2))
                .containsExactly(
                        "| 0 to 10 | 2 | 2.0 / 6.0 | 1 of 2 | 2 of 2 |",
                        "| 20 to 35 | 1 | 0.0 / 0.0 | 1 of 1 | 1 of 1 |",
                        "| above 35 | 1 | 10.0 / 10.0 | 1 of 1 | 0 of 1 |");
    }

    /** A trial on a host with a redline of 100. */
    private static Trial trial(
            String status, @Nullable Double est, @Nullable Double low, @Nullable Double high, @Nullable Double safe) {
        var result =
                new SimulationResult("h01", est, low, high, safe, status, null, 400, 20, "", 0, true, List.of(), null);
        return new Trial("h01", 1, 100, 0.01, 0.001, result, new Score(1, 0, 1));
    }
}
