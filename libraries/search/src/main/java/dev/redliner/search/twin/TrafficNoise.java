package dev.redliner.search.twin;

import java.util.Arrays;

/**
 * The factors by which the traffic of single seconds differs from its mean. Waves of minutes are part of them, slower
 * drift is not. The chance of single requests is smoothed out, because a twin draws single requests at random. The rest
 * has the variance of the part that outlasts a second.
 *
 * @param factors in order of time
 * @param rough half of the mean squared difference of consecutive factors, without that chance
 */
record TrafficNoise(double[] factors, double rough) {
    /** Drift is the mean over this many seconds before and after. */
    private static final int HALF_WINDOW = 75;
    /** Least ratio of the similarity at two seconds to that at one. */
    private static final double LEAST_MEMORY = 0.2;

    private static final double LEAST_FACTOR = 0.05;
    /** Chance is smoothed over this many seconds before and after at most, so that a wave of a minute remains. */
    private static final int MOST_SMOOTHED = 4;

    /** @param rps load of a pool, or a fixed part of it, in consecutive seconds */
    static TrafficNoise of(double[] rps) {
        double[] drift = means(rps, HALF_WINDOW);
        double[] factors = new double[rps.length];
        for (int i = 0; i < rps.length; i++) {
            factors[i] = drift[i] > 0 && Double.isFinite(drift[i]) ? rps[i] / drift[i] : 1;
        }
        double variance = covariance(factors, 0);
        double next = Math.max(0, covariance(factors, 1));
        double lasting = Math.min(variance, lasting(next, covariance(factors, 2), variance / Math.sqrt(rps.length)));
        return new TrafficNoise(scaled(smooth(factors, next / lasting), lasting), Math.max(0, lasting - next));
    }

    /** Means over more and more seconds, until consecutive ones are as similar as those of the noise with a memory. */
    private static double[] smooth(double[] factors, double similar) {
        double[] smooth = factors;
        for (int half = 1; half <= MOST_SMOOTHED && similarity(smooth) < similar; half++) {
            smooth = means(factors, half);
        }
        return smooth;
    }

    private static double similarity(double[] factors) {
        double variance = covariance(factors, 0);
        return variance > 0 ? covariance(factors, 1) / variance : 1;
    }

    private static double[] scaled(double[] factors, double lasting) {
        double variance = covariance(factors, 0);
        double kept = variance > 0 ? Math.sqrt(lasting / variance) : 0;
        return Arrays.stream(factors)
                .map(factor -> Math.max(LEAST_FACTOR, 1 + kept * (factor - 1)))
                .toArray();
    }

    /**
     * The variance of noise with a memory: it is as similar at one second to itself as at two seconds to one. A
     * similarity within the error of a run's length may be chance, and counts accordingly less.
     */
    private static double lasting(double next, double second, double error) {
        if (!(next > 0)) {
            return 0;
        }
        double variance = next * next / Math.max(second, LEAST_MEMORY * next);
        return variance * next * next / (next * next + error * error);
    }

    /** The mean over some seconds before and after each. */
    private static double[] means(double[] values, int half) {
        double[] means = new double[values.length];
        for (int at = 0; at < means.length; at++) {
            means[at] = Arrays.stream(values, Math.max(0, at - half), Math.min(values.length, at + half + 1))
                    .average()
                    .orElseThrow();
        }
        return means;
    }

    private static double covariance(double[] factors, int lag) {
        double sum = 0;
        for (int i = 0; i + lag < factors.length; i++) {
            sum += (factors[i] - 1) * (factors[i + lag] - 1);
        }
        return sum / Math.max(1, factors.length - lag);
    }
}
