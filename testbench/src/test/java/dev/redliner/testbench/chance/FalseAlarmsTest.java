package dev.redliner.testbench.chance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.Tier;
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
    /** At {@value #FEW} requests per second, a single page load is much evidence. */
    private static final double MOST_LOST_OF_FEW = 0.05;

    private static final double FEW = 10;

    @ParameterizedTest
    @CsvSource({"3, 10", "3, 100", "3, 1000", "10, 10", "10, 100", "10, 1000"})
    void chance_ends_few_runs(int hosts, double rps) {
        assertFew(rps, FalseAlarms.of(Tier.BACK_END, hosts, rps, 1, RUNS, 1));
    }

    @ParameterizedTest
    @CsvSource({"3, 10", "3, 100", "3, 1000", "10, 10", "10, 100", "10, 1000"})
    void users_that_are_busier_than_others_do_so_neither(int hosts, double rps) {
        assertFew(rps, FalseAlarms.of(Tier.FRONT_END, hosts, rps, 1, RUNS, 1));
    }

    @ParameterizedTest
    @CsvSource({"10, 10", "10, 100", "10, 1000"})
    void a_set_of_hosts_is_as_safe(int hosts, double rps) {
        assertFew(rps, FalseAlarms.of(Tier.BACK_END, hosts, rps, 2, RUNS, 1));
    }

    private static void assertFew(double rps, FalseAlarms alarms) {
        System.out.println(alarms);
        assertThat(alarms.lost()).as(alarms.toString()).isLessThanOrEqualTo((int)
                (rps > FEW ? MOST_LOST * RUNS : Math.ceil(MOST_LOST_OF_FEW * RUNS)));
    }
}
