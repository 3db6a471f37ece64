package dev.redliner.testbench.chance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The real search in a pool without any fault. {@code -Dsearch.runs=60} sets the number of runs of each pool and prints
 * the figures of docs/guarantees.md.
 */
class SearchAlarmsTest {
    private static final int RUNS = Integer.getInteger("search.runs", 2);

    @ParameterizedTest
    @ValueSource(doubles = {10, 100, 1000})
    void chance_shows_the_search_no_redline_that_is_not_there(double rps) {
        SearchAlarms alarms = SearchAlarms.of(3, rps, RUNS, 1);
        System.out.println(alarms);
        // of two runs, chance may take one
        assertThat(alarms.atLeast()).as(alarms.toString()).isGreaterThanOrEqualTo(0.75 - 0.5 / RUNS);
        assertThat(alarms.redlines()).as(alarms.toString()).isLessThanOrEqualTo(0.05);
    }
}
