package dev.redliner.search.twin;

import java.util.Arrays;

/**
 * The distribution of the work of a request, in seconds of one server.
 *
 * @param quantiles at the levels {@link #level}, ascending
 * @param tail mean of the exponential that continues the distribution above the last quantile
 */
record ServiceTimes(double[] quantiles, double tail) {
    /** Number of quantiles. */
    static final int SIZE = 128;

    /** The probability of a shorter time than quantile {@code i}. */
    static double level(int i) {
        return (i + 0.5) / SIZE;
    }

    /** The time at a uniform random number between 0 and 1. */
    double at(double uniform) {
        double position = uniform * SIZE - 0.5;
        if (position >= SIZE - 1) {
            return quantiles[SIZE - 1] - tail * Math.log(2 * SIZE * (1 - uniform));
        }
        if (position < 0) {
            return quantiles[0];
        }
        int below = (int) position;
        double part = position - below;
        return quantiles[below] * (1 - part) + quantiles[below + 1] * part;
    }

    /** The distribution with the same mean of its quantiles whose times are farther from their median, in logarithms, by this factor. */
    ServiceTimes spread(double factor) {
        double median = quantiles[SIZE / 2];
        double[] spread = new double[SIZE];
        for (int i = 0; i < SIZE; i++) {
            spread[i] = median * Math.pow(quantiles[i] / median, factor);
        }
        double scale = mean() / Arrays.stream(spread).average().orElseThrow();
        for (int i = 0; i < SIZE; i++) {
            spread[i] *= scale;
        }
        double stretched = scale * factor * Math.pow(quantiles[SIZE - 1] / median, factor - 1);
        return new ServiceTimes(spread, tail * stretched);
    }

    double mean() {
        return Arrays.stream(quantiles).average().orElseThrow();
    }
}
