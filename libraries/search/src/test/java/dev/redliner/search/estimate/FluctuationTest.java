package dev.redliner.search.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.CountInterval.Criterion;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FluctuationTest {
    private static final Criterion ERRORS = new Criterion("errors", "error_rate", 0.001, 0);
    private static final int HOUR = 3600;

    /** A host that fails exactly the requests above its limit, with errors over an hour that are just allowed. */
    @ParameterizedTest
    @ValueSource(doubles = {0.03, 0.06, 0.10})
    void the_mean_load_that_a_rate_limit_allows_in_noisy_traffic(double noise) {
        double[] traffic = traffic(20 * HOUR, noise, 0.5);
        double allowed = meanThatIsJustAllowed(traffic);
        Fluctuation known = Fluctuation.of(list(traffic, HOUR), 0);
        assertThat(Math.exp(known.lnMargin(250, ERRORS, 0))).isCloseTo(allowed, within(0.02));
    }

    /** The mean load whose errors are just allowed, in units of the limit. */
    private static double meanThatIsJustAllowed(double[] traffic) {
        double low = 0.3;
        double high = 1;
        for (int i = 0; i < 30; i++) {
            double mean = (low + high) / 2;
            double failed =
                    DoubleStream.of(traffic).map(t -> Math.max(0, mean * t - 1)).sum();
            if (failed > ERRORS.allowed() * mean * traffic.length) {
                high = mean;
            } else {
                low = mean;
            }
        }
        return low;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 0.8, 0.9})
    void noise_that_lasts_is_as_wide_as_it_is(double alike) {
        double[] traffic = traffic(4 * HOUR, 0.08, alike);
        // one standard deviation above the mean
        double busy = Fluctuation.of(list(traffic, traffic.length), 0).quantile(0.8413);
        assertThat(busy).isCloseTo(1.08, within(0.006));
    }

    @Test
    void a_slow_swing_is_hardly_noise() {
        var swing = new ArrayList<Double>();
        for (int i = 0; i < HOUR; i++) {
            swing.add(1000 * (1 + 0.05 * Math.sin(2 * Math.PI * i / 1800)));
        }
        assertThat(Fluctuation.of(swing, 0).quantile(0.99)).isLessThan(1.01);
    }

    /** Traffic of which each second takes the part {@code alike} from the second before, and the rest is new. */
    private static double[] traffic(int seconds, double noise, double alike) {
        var random = new Random(7);
        double[] traffic = new double[seconds];
        double now = 0;
        for (int i = 0; i < seconds; i++) {
            now = alike * now + Math.sqrt(1 - alike * alike) * random.nextGaussian();
            traffic[i] = 1 + noise * now;
        }
        return traffic;
    }

    private static List<Double> list(double[] traffic, int seconds) {
        return DoubleStream.of(traffic).limit(seconds).boxed().toList();
    }
}
