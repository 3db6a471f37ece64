package dev.redliner.search.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.CountInterval.Criterion;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TwinTest {
    private static final Criterion P99 = new Criterion("slo", "latency.p99", 0.01, 0.2);
    private final Twin twin = new Twin(P99, Math.log(100), 0.05, "2 threads");

    @Test
    void redlines_near_the_twin_gain_and_the_sum_stays() {
        double[] lnLoads = {Math.log(80), Math.log(100), Math.log(125)};
        double[] weighed = twin.weigh(new double[] {0.3, 0.3, 0.3}, lnLoads);
        assertThat(Arrays.stream(weighed).sum()).isCloseTo(0.9, within(1e-12));
        assertThat(weighed[1]).isGreaterThan(0.8);
        assertThat(weighed[0]).isCloseTo(weighed[2], within(1e-12));
    }

    @Test
    void counts_that_contradict_the_twin_by_far_outweigh_it() {
        double[] weighed = twin.weigh(new double[] {0.9999, 0.0001}, new double[] {Math.log(60), Math.log(100)});
        assertThat(weighed[0]).isGreaterThan(0.98);
    }

    @Test
    void a_twin_without_a_redline_is_none() {
        assertThatThrownBy(() -> new Twin(P99, Double.NaN, 0.05, "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Twin(P99, 1, 0, "")).isInstanceOf(IllegalArgumentException.class);
    }
}
