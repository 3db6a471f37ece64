package dev.redliner.search.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockNoiseTest {
    private static final int LENGTH = 60;

    @Test
    void noise_without_memory_loses_the_variance_of_one_mean() {
        double[] alternating = new double[LENGTH];
        Arrays.setAll(alternating, i -> i % 2 == 0 ? 1.1 : 0.9);
        assertThat(BlockNoise.widening(List.of(alternating))).isCloseTo(1 / Math.sqrt(1 - 1.0 / LENGTH), within(1e-9));
    }

    @Test
    void noise_with_a_memory_of_some_seconds_loses_more() {
        // correlation r = 0.8: the mean of 60 seconds has ((1 + r) / (1 - r) - 2 r / (60 (1 - r)^2)) / 60 of the
        // variance
        double lost = (9 - 2 * 0.8 / (LENGTH * 0.04)) / LENGTH;
        assertThat(BlockNoise.widening(correlated(0.8, 5_000))).isCloseTo(1 / Math.sqrt(1 - lost), within(0.0015));
    }

    @Test
    void a_swing_that_the_share_follows_is_as_wide_as_it_is_seen() {
        double[] swing = new double[LENGTH];
        Arrays.setAll(swing, i -> 1 + 0.1 * Math.sin(2 * Math.PI * i / LENGTH));
        assertThat(BlockNoise.widening(List.of(swing))).isEqualTo(1);
    }

    @Test
    void steady_traffic_has_no_noise_to_correct_for_but_that_of_a_mean() {
        double[] steady = new double[LENGTH];
        Arrays.fill(steady, 1);
        assertThat(BlockNoise.widening(List.of(steady))).isCloseTo(1 / Math.sqrt(1 - 1.0 / LENGTH), within(1e-3));
    }

    /** Blocks relative to their own means, of traffic in which a second takes a part from the second before. */
    private static List<double[]> correlated(double alike, int blocks) {
        var random = new Random(5);
        var all = new ArrayList<double[]>();
        double now = random.nextGaussian();
        for (int b = 0; b < blocks; b++) {
            double[] block = new double[LENGTH];
            for (int i = 0; i < LENGTH; i++) {
                now = alike * now + Math.sqrt(1 - alike * alike) * random.nextGaussian();
                block[i] = 1 + 0.05 * now;
            }
            double mean = Arrays.stream(block).average().orElseThrow();
            all.add(Arrays.stream(block).map(load -> load / mean).toArray());
        }
        return all;
    }
}
