package dev.redliner.search.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.PowerLawHost;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import org.junit.jupiter.api.Test;

class ProbeRowTest {
    private static final double DISPERSION = 2;

    @Test
    void a_cell_is_the_mean_of_three_loads_beside_a_cause_other_than_load() {
        double three = Math.exp(-8 / DISPERSION) / 6 + 2 / 3.0 + Math.exp(-4 / DISPERSION) / 6;
        assertThat(added(row(Stage.REFINE, Outcome.OPEN))[0])
                .isCloseTo(Math.log(0.98 * three + 0.02 * 0.02), within(1e-9));
    }

    @Test
    void a_cell_that_contradicts_the_counts_keeps_the_probability_of_another_cause() {
        assertThat(added(row(Stage.REFINE, Outcome.OPEN))[1]).isCloseTo(Math.log(0.02 * 0.02), within(1e-9));
        assertThat(added(row(Stage.RAMP, Outcome.BAD))[1]).isCloseTo(Math.log(0.02 * 0.01), within(1e-9));
        assertThat(added(row(Stage.REFINE, Outcome.BAD))[1]).isCloseTo(Math.log(0.02 * 0.005), within(1e-9));
    }

    @Test
    void its_bound_is_the_best_of_all_levels() {
        ProbeRow row = row(Stage.REFINE, Outcome.OPEN);
        assertThat(row.bound(0, DISPERSION)).isZero();
        assertThat(row.bound(1, DISPERSION)).isCloseTo(Math.log(0.02 * 0.02), within(1e-9));
    }

    @Test
    void a_sign_counts_as_it_is() {
        double[] log = {-1, Double.NEGATIVE_INFINITY};
        ProbeRow sign = ProbeRow.sign(new float[] {-3, -3});
        sign.addTo(log, 0, DISPERSION);
        assertThat(log).containsExactly(-4, Double.NEGATIVE_INFINITY);
        assertThat(sign.bound(0, DISPERSION)).isEqualTo(-3);
    }

    /** Two cells: one that explains the counts at the middle load, and one that does not at any. The best has 5. */
    private static ProbeRow row(Stage stage, Outcome outcome) {
        float[][] levels = {{5, -2_000}, {-3, -2_000}, {1, -2_000}};
        return ProbeRow.counts(levels, new PowerLawHost(1_000, 15).probe(stage, 500, 10, outcome, second -> second));
    }

    private static double[] added(ProbeRow row) {
        double[] log = new double[2];
        row.addTo(log, 0, DISPERSION);
        return log;
    }
}
