package dev.redliner.search.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.Prior;
import org.junit.jupiter.api.Test;

class LoadPriorTest {
    private static final double[] LN_LOADS = {Math.log(40), Math.log(60), Math.log(100), Math.log(120)};
    private static final double[] BELOW = {0.2, 0.4, 0.6, 0.8};

    @Test
    void a_redline_below_the_normal_load_is_ten_times_less_likely() {
        // weights 0.2, 0.2, 0.2, 0.2 and 0.2 above; the first is below the normal load
        double[] below = new LoadPrior(50, null).appliedTo(BELOW, LN_LOADS);
        assertThat(below)
                .containsExactly(new double[] {0.02 / 0.82, 0.22 / 0.82, 0.42 / 0.82, 0.62 / 0.82}, within(1e-12));
    }

    @Test
    void an_earlier_redline_is_more_likely_again() {
        double[] below = new LoadPrior(50, Prior.stated(100)).appliedTo(BELOW, LN_LOADS);
        double at100 = below[2] - below[1];
        assertThat(at100).isGreaterThan(2 * (below[1] - below[0])).isGreaterThan(2 * (below[3] - below[2]));
    }
}
