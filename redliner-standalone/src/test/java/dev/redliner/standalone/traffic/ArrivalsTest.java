package dev.redliner.standalone.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final URI ANYWHERE = URI.create("http://127.0.0.1:1/");

    @Test
    void arrivals_are_poisson() {
        long seed = 4;
        var arrivals = new PoissonArrivals(1_000, 0, seed);
        int seconds = 2_000;
        int[] perSecond = new int[seconds];
        var meter = new PunctualityMeter();
        while (arrivals.dueNanos() < seconds * 1_000_000_000L) {
            perSecond[(int) (arrivals.dueNanos() / 1_000_000_000L)]++;
            meter.sent(arrivals.dueNanos(), arrivals.dueNanos());
            arrivals.sent();
        }
        double mean = java.util.Arrays.stream(perSecond).average().orElseThrow();
        double variance = java.util.Arrays.stream(perSecond)
                .mapToDouble(n -> (n - mean) * (n - mean))
                .average()
                .orElseThrow();
        System.out.println("seed " + seed + ": mean " + mean + ", variance over mean " + variance / mean);
        assertThat(mean).isCloseTo(1_000, within(3.0));
        assertThat(variance / mean).isCloseTo(1, within(0.12));
        assertThat(meter.read(0).gapVariation()).isCloseTo(1, within(0.01));
    }

    @Test
    void a_new_rate_holds_from_the_moment_it_is_set() {
        var arrivals = new PoissonArrivals(0.001, 0, 1);
        arrivals.rate(100, 5_000_000_000L);
        int count = 0;
        assertThat(arrivals.dueNanos()).isGreaterThanOrEqualTo(5_000_000_000L);
        while (arrivals.dueNanos() < 105_000_000_000L) {
            arrivals.sent();
            count++;
        }
        assertThat(count).isBetween(9_600, 10_400);
    }

    @Test
    void the_rate_swings_by_the_drift_and_wavers_by_the_noise() {
        var drifting = settings(0.05, 0);
        var curve = new RateCurve(drifting, 1);
        assertThat(curve.nextFactor(60)).isCloseTo(1.05, within(1e-9));
        assertThat(curve.nextFactor(180)).isCloseTo(0.95, within(1e-9));

        var noisy = new RateCurve(settings(0, 0.02), 1);
        var factors = java.util.stream.DoubleStream.generate(() -> noisy.nextFactor(100))
                .limit(50_000)
                .summaryStatistics();
        assertThat(factors.getAverage()).isCloseTo(1, within(0.002));
        assertThat(factors.getMax()).isBetween(1.05, 1.12);
    }

    @Test
    void the_first_seconds_grow_to_the_full_rate() {
        var curve = new RateCurve(settings(0, 0), 1);
        assertThat(curve.nextFactor(0)).isCloseTo(0.2, within(1e-9));
        assertThat(curve.nextFactor(2)).isCloseTo(0.6, within(1e-9));
        assertThat(curve.nextFactor(4)).isEqualTo(1);
        assertThat(curve.nextFactor(400)).isEqualTo(1);
    }

    @Test
    void settings_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> settings(0.9, 0.2)).hasMessageContaining("stop the traffic");
        assertThatThrownBy(() -> LoadSettings.demo(URI.create("file:/x"), 1, 1)).hasMessageContaining("http URL");
        assertThatThrownBy(() -> LoadSettings.demo(ANYWHERE, Double.NaN, 1)).hasMessageContaining("rps");
    }

    private static LoadSettings settings(double drift, double noise) {
        return new LoadSettings(ANYWHERE, 100, 10, drift, Duration.ofSeconds(240), noise, 10, Duration.ofSeconds(1), 1);
    }
}
