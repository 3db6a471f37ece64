package dev.redliner.search.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LogisticTest {
    @Test
    void is_a_normal_distribution_to_a_hundredth() {
        assertThat(above(0)).isEqualTo(0.5);
        assertThat(above(0.5)).isCloseTo(0.3085, within(0.01));
        assertThat(above(1)).isCloseTo(0.1587, within(0.01));
        assertThat(above(2)).isCloseTo(0.0228, within(0.01));
    }

    @Test
    void is_finite_however_far_away() {
        assertThat(Logistic.exponent(1_000, 0.02)).isEqualTo(40);
        assertThat(Logistic.exponent(-1_000, 0.02)).isEqualTo(-40);
    }

    private static double above(double deviations) {
        return 1 / (1 + Math.exp(Logistic.exponent(0.02 * deviations, 0.02)));
    }
}
