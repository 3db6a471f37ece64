package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.Tier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccuracySummaryTest {
    private static final AccuracyCell CELL = new AccuracyCell(Tier.FRONT_END, 1);

    private static AccuracyRun run(RunState state, @Nullable Double rps, @Nullable Double low, @Nullable Double high) {
        return new AccuracyRun(
                CELL, 1, 400, state, "words", rps, low, high, low, 150, 0.001, state != RunState.ABORTED);
    }

    @Test
    void only_completed_runs_have_errors_and_intervals_and_all_count() {
        var summary = new AccuracySummary(List.of(
                run(RunState.COMPLETED, 404.0, 384.0, 424.0),
                run(RunState.COMPLETED, 440.0, 410.0, 500.0),
                run(RunState.ABORTED, 600.0, 500.0, 700.0),
                run(RunState.INCONCLUSIVE, null, null, null),
                AccuracyRun.refused(CELL, 1, 400, "The peers are busy.")));
        assertThat(summary.row(CELL))
                .isEqualTo("| front-end | 1 | 2 of 5 | 1.0 / 10.0% | 5.0 / 9.9% | 0.1 / 0.1% | 1 of 2 | 1 of 2 |"
                        + " 150 / 150 s |\n");
        assertThat(summary.text())
                .contains("| error | 1.00 | 10.00 | 10.00 | % | 2 |")
                .contains("| time | 150.00 | 150.00 | 150.00 | s | 4 |")
                .endsWith("completed 2 of 5; interval holds the truth in 1 of 2 and reaches at most 10% to either side"
                        + " in 1; truth at or above safe in 1 of 2; restore verified in 3 of 4\n");
    }

    @Test
    void a_lower_bound_holds_the_truth_above_it_and_has_no_half_width() {
        var summary = new AccuracySummary(List.of(run(RunState.COMPLETED, 390.0, 390.0, null)));
        assertThat(summary.row(CELL)).contains("| 2.5 / 2.5% | - |").contains("| 1 of 1 | 0 of 1 |");
    }

    @Test
    void nine_of_ten_runs_must_be_good_and_all_restored() {
        List<AccuracyRun> runs = new ArrayList<>(Collections.nCopies(9, run(RunState.COMPLETED, 404.0, 384.0, 424.0)));
        runs.add(run(RunState.INCONCLUSIVE, null, null, null));
        assertThat(new AccuracySummary(runs).meetsAim()).isTrue();
        runs.set(0, run(RunState.COMPLETED, 404.0, 350.0, 424.0));
        assertThat(new AccuracySummary(runs).meetsAim()).as("a wide interval").isFalse();
        runs.set(0, run(RunState.COMPLETED, 440.0, 410.0, 470.0));
        assertThat(new AccuracySummary(runs).meetsAim()).as("a wrong one").isFalse();
        runs.set(0, runs.get(1));
        // this run was not restored
        runs.set(9, run(RunState.ABORTED, null, null, null));
        assertThat(new AccuracySummary(runs).meetsAim()).isFalse();
    }

    @Test
    void without_a_result_there_are_no_figures() {
        assertThat(new AccuracySummary(List.of(run(RunState.ABORTED, null, null, null))).row(CELL))
                .isEqualTo("| front-end | 1 | 0 of 1 | - | - | - | 0 of 0 | 0 of 0 | 150 / 150 s |\n");
    }
}
