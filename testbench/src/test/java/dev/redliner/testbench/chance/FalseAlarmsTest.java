package dev.redliner.testbench.chance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs of pools without any fault. {@code -Dchance.runs=200} sets the number of runs of each pool and prints the table
 * of docs/guarantees.md.
 */
@Tag("slow")
class FalseAlarmsTest {
    private static final int RUNS = Integer.getInteger("chance.runs", 4);
    private static final double MOST_LOST = 0.02;

    @ParameterizedTest
    @CsvSource({"3, 10", "3, 100", "3, 1000", "10, 10", "10, 100", "10, 1000"})
    void chance_ends_fewer_than_two_runs_in_a_hundred(int hosts, double rps) {
        FalseAlarms alarms = FalseAlarms.of(hosts, rps, RUNS, 1);
        System.out.println(alarms);
        assertThat(alarms.lost()).as(alarms.toString()).isLessThanOrEqualTo((int) (MOST_LOST * RUNS));
    }
}
