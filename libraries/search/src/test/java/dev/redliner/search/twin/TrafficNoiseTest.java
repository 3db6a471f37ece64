package dev.redliner.search.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrafficNoiseTest {
    private final Random random = new Random(3);

    @Test
    void chance_of_single_requests_is_taken_out() {
        double[] rps = new double[600];
        Arrays.setAll(rps, i -> 200 + Math.sqrt(200) * random.nextGaussian());
        assertThat(deviation(TrafficNoise.of(rps))).isLessThan(0.02);
    }

    @Test
    void noise_with_a_memory_is_kept() {
        assertThat(deviation(TrafficNoise.of(remembering(0.06, 0.9)))).isCloseTo(0.06, within(0.02));
    }

    @Test
    void waves_of_a_minute_are_kept_and_slow_drift_is_not() {
        double[] wave = new double[600];
        Arrays.setAll(wave, i -> 200 * (1 + 0.08 * Math.sin(2 * Math.PI * i / 60)));
        assertThat(deviation(TrafficNoise.of(wave))).isCloseTo(0.08 / Math.sqrt(2), within(0.01));
        double[] drift = new double[600];
        Arrays.setAll(drift, i -> 200 + i / 10.0);
        assertThat(deviation(TrafficNoise.of(drift))).isLessThan(0.02);
    }

    @Test
    void a_short_memory_changes_from_second_to_second_and_a_wave_does_not() {
        // a tenth of the variance of noise that keeps nine tenths
        assertThat(rough(0.9)).isCloseTo(0.1 * 0.06 * 0.06, within(2e-4));
        assertThat(rough(0.5)).isCloseTo(0.5 * 0.06 * 0.06, within(5e-4));
        double[] wave = new double[600];
        Arrays.setAll(wave, i -> 200 * (1 + 0.08 * Math.sin(2 * Math.PI * i / 60)));
        assertThat(TrafficNoise.of(wave).rough()).isLessThan(1e-4);
    }

    @Test
    void a_wave_remains_a_wave_beside_the_chance_of_single_requests() {
        double[] rps = new double[600];
        Arrays.setAll(rps, i -> {
            double expected = 150 * (1 + 0.08 * Math.sin(2 * Math.PI * i / 60));
            return expected + Math.sqrt(expected) * random.nextGaussian();
        });
        double[] factors = TrafficNoise.of(rps).factors();
        assertThat(deviation(TrafficNoise.of(rps))).isCloseTo(0.08 / Math.sqrt(2), within(0.012));
        double changes = 0;
        double squares = 0;
        for (int i = 1; i < factors.length; i++) {
            changes += Math.pow(factors[i] - factors[i - 1], 2) / 2;
            squares += Math.pow(factors[i] - 1, 2);
        }
        // without smoothing, most of the change from second to second is chance: 0.6
        assertThat(changes / squares).isLessThan(0.2);
    }

    private double rough(double memory) {
        return IntStream.range(0, 40)
                .mapToDouble(i -> TrafficNoise.of(remembering(0.06, memory)).rough())
                .average()
                .orElseThrow();
    }

    private double[] remembering(double sigma, double memory) {
        double[] rps = new double[900];
        double noise = 0;
        for (int i = 0; i < rps.length; i++) {
            noise = memory * noise + Math.sqrt(1 - memory * memory) * sigma * random.nextGaussian();
            rps[i] = 300 * (1 + noise) + Math.sqrt(300) * random.nextGaussian();
        }
        return rps;
    }

    private static double deviation(TrafficNoise noise) {
        return Math.sqrt(Arrays.stream(noise.factors())
                .map(factor -> (factor - 1) * (factor - 1))
                .average()
                .orElseThrow());
    }
}
