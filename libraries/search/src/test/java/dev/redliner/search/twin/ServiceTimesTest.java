package dev.redliner.search.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ServiceTimesTest {
    private final ServiceTimes exponential = exponential();

    private static ServiceTimes exponential() {
        double[] quantiles = new double[ServiceTimes.SIZE];
        Arrays.setAll(quantiles, i -> -0.02 * Math.log(1 - ServiceTimes.level(i)));
        return new ServiceTimes(quantiles, 0.02);
    }

    @Test
    void a_wider_spread_has_the_same_mean_and_a_longer_tail() {
        ServiceTimes wider = exponential.spread(1.2);
        assertThat(wider.mean()).isCloseTo(exponential.mean(), within(1e-12));
        assertThat(wider.at(0.1)).isLessThan(exponential.at(0.1));
        assertThat(wider.at(0.99)).isGreaterThan(1.1 * exponential.at(0.99));
        assertThat(wider.at(0.9999)).isGreaterThan(1.15 * exponential.at(0.9999));
    }

    @Test
    void a_spread_of_one_changes_nothing() {
        ServiceTimes same = exponential.spread(1);
        assertThat(same.quantiles()).containsExactly(exponential.quantiles(), within(1e-12));
        assertThat(same.tail()).isCloseTo(0.02, within(1e-12));
    }
}
