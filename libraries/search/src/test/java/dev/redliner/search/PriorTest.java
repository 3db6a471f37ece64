package dev.redliner.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PriorTest {
    /** Half-width 10%. */
    private static final Redline MEASURED =
            new Redline(1_000, 1_000 * Math.exp(-0.1), 1_000 * Math.exp(0.1), 900, "p99", false);

    @Test
    void its_spread_adds_the_interval_the_days_and_the_deploys() {
        double half = 0.1 / 1.96;
        double expected = Math.sqrt(0.04 * 0.04 + half * half + 4 * 0.03 * 0.03 + 2 * 0.08 * 0.08);
        assertThat(Prior.measured(MEASURED, Duration.ofDays(4), 2).spread()).isCloseTo(expected, within(1e-12));
    }

    @Test
    void an_open_interval_is_as_wide_as_a_prior_can_be() {
        var atLeast = new Redline(1_000, 900, Double.POSITIVE_INFINITY, 900, null, true);
        assertThat(Prior.measured(atLeast, Duration.ZERO, 0).spread()).isEqualTo(0.5);
    }

    @Test
    void a_load_two_deviations_above_it_contradicts_it() {
        var prior = new Prior(1_000, 0.1);
        assertThat(prior.isBelow(1_000 * Math.exp(0.19))).isFalse();
        assertThat(prior.isBelow(1_000 * Math.exp(0.21))).isTrue();
        assertThat(prior.low()).isCloseTo(1_000 * Math.exp(-0.13), within(1e-9));
    }

    @Test
    void its_density_is_a_bell_on_top_of_a_fiftieth_of_anything() {
        var prior = new Prior(1_000, 0.1);
        assertThat(prior.log(Math.log(1_000))).isCloseTo(Math.log(0.92), within(1e-12));
        assertThat(prior.log(Math.log(1_000) - 0.1)).isCloseTo(Math.log(0.9 * Math.exp(-0.5) + 0.02), within(1e-9));
        assertThat(prior.log(Math.log(3_000))).isCloseTo(Math.log(0.02), within(1e-9));
    }

    @Test
    void a_spread_beyond_a_half_is_rejected() {
        assertThatThrownBy(() -> new Prior(1_000, 0.6)).isInstanceOf(IllegalArgumentException.class);
        assertThat(Prior.stated(1_000).spread()).isEqualTo(0.06);
    }

    @Test
    void the_history_beside_it_is_a_copy() {
        var seconds = new ArrayList<>(List.of(10.0, 20.0));
        var background = new Background(Prior.stated(1_000), seconds);
        seconds.clear();
        assertThat(background.poolRps()).containsExactly(10.0, 20.0);
        assertThat(Background.NONE.prior()).isNull();
    }
}
