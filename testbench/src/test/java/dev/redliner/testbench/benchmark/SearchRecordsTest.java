package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.hostmodel.Score;
import dev.redliner.standalone.simulate.SimulationResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SearchRecordsTest {
    @Test
    void a_table_of_trials_that_were_written_and_read_is_the_same() {
        List<Trial> trials = List.of(
                trial(1, SimulationResult.of("shop", 95.0, 90.0, 101.0, "ok", 430, 25)),
                trial(2, SimulationResult.of("shop", null, null, null, "refused", 0, 0)));
        String lines = SearchRecords.of(Map.of("back-end steady", trials));
        assertThat(SearchTable.text(SearchRecords.read(lines.lines().toList()))).isEqualTo(SearchTable.text(trials));
    }

    @Test
    void the_highest_load_does_not_depend_on_the_truth_at_the_time_of_writing() {
        Trial trial = new Trial(
                "shop",
                1,
                110,
                0.01,
                0,
                SimulationResult.of("shop", 95.0, 90.0, 101.0, "ok", 430, 25),
                new Score(30_000, 120, 103.4));
        String lines = SearchRecords.of(Map.of("back-end steady", List.of(trial)));
        Trial read = SearchRecords.read(lines.lines().toList()).get(0).against(94);
        assertThat(read.overshoot()).isEqualTo(trial.against(94).overshoot());
    }

    private static Trial trial(int number, SimulationResult result) {
        return new Trial("shop", number, 94, 0.01, 0, result, new Score(30_000, 120, 103.4));
    }
}
