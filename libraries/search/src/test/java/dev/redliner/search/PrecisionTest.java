package dev.redliner.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class PrecisionTest {
    private static final double MINUTE = 60;

    private final Precision p99 = new Precision(0.01, true);

    @Test
    void four_times_the_time_halves_the_interval() {
        assertThat(p99.halfWidth(500, 40 * MINUTE)).isCloseTo(p99.halfWidth(500, 10 * MINUTE) / 2, within(1e-9));
    }

    @Test
    void small_hosts_need_the_time_that_large_ones_do_not() {
        assertThat(p99.halfWidth(9, 7 * MINUTE)).isBetween(0.15, 0.3);
        assertThat(p99.halfWidth(9, 15 * MINUTE)).isBetween(0.17, 0.20);
        assertThat(p99.halfWidth(9, 60 * MINUTE)).isBetween(0.07, 0.14);
        assertThat(p99.halfWidth(1000, 7 * MINUTE)).isBetween(0.03, 0.1);
    }

    @Test
    void up_to_200_requests_per_second_a_twin_helps() {
        assertThat(p99.halfWidth(200, 7 * MINUTE)).isLessThan(0.8 * p99.halfWidth(201, 7 * MINUTE));
        Precision ofSet = Precision.ofLoosest(DoubleStream.of(0.01), 2).orElseThrow();
        assertThat(ofSet.halfWidth(100, 7 * MINUTE)).isGreaterThan(1.2 * p99.halfWidth(100, 7 * MINUTE));
        assertThat(p99.halfWidth(0.01, MINUTE)).as("hardly a request").isGreaterThan(1);
    }

    @Test
    void a_looser_limit_is_known_sooner() {
        assertThat(new Precision(0.05, true).halfWidth(50, 100)).isLessThan(p99.halfWidth(50, 100));
        assertThat(Precision.ofLoosest(DoubleStream.of(0.001, 0.01), 1)).contains(p99);
        assertThat(Precision.ofLoosest(DoubleStream.empty(), 1)).isEmpty();
    }

    @Test
    void the_time_for_a_precision_reaches_it() {
        assertThat(p99.halfWidth(9, p99.secondsFor(9, 0.1))).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void no_allowed_fraction_is_no_precision() {
        assertThatThrownBy(() -> new Precision(0, true)).hasMessageContaining("not within 0 and 1");
    }
}
