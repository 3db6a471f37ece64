package dev.redliner.search.twin;

/**
 * The factors by which the traffic of single seconds differs from its mean. Waves of minutes are part of them, slower
 * drift is not. The chance of single requests is taken out, because a twin draws it itself. What is left is the part of
 * the differences that outlasts a second.
 *
 * @param factors in order of time
 * @param rough how much of their variance changes from one second to the next
 */
record TrafficNoise(double[] factors, double rough) {
    /** Drift is the mean over this many seconds before and after. */
    private static final int HALF_WINDOW = 75;
    /** Least ratio of the similarity at two seconds to that at one. */
    private static final double LEAST_MEMORY = 0.2;

    private static final double LEAST_FACTOR = 0.05;

    /** @param rps load of a pool, or a fixed part of it, in consecutive seconds */
    static TrafficNoise of(double[] rps) {
        double[] factors = new double[rps.length];
        for (int i = 0; i < rps.length; i++) {
            factors[i] = rps[i] / Math.max(Double.MIN_NORMAL, drift(rps, i));
        }
        double variance = covariance(factors, 0);
        double next = Math.max(0, covariance(factors, 1));
        double lasting = Math.min(variance, lasting(next, covariance(factors, 2), variance / Math.sqrt(rps.length)));
        double kept = variance > 0 ? Math.sqrt(lasting / variance) : 0;
        for (int i = 0; i < factors.length; i++) {
            factors[i] = Math.max(LEAST_FACTOR, 1 + kept * (factors[i] - 1));
        }
        return new TrafficNoise(factors, Math.max(0, lasting - next));
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

    private static double drift(double[] rps, int at) {
        int first = Math.max(0, at - HALF_WINDOW);
        int last = Math.min(rps.length - 1, at + HALF_WINDOW);
        double sum = 0;
        for (int i = first; i <= last; i++) {
            sum += rps[i];
        }
        return sum / (last - first + 1);
    }

    private static double covariance(double[] factors, int lag) {
        double sum = 0;
        for (int i = 0; i + lag < factors.length; i++) {
            sum += (factors[i] - 1) * (factors[i + lag] - 1);
        }
        return sum / Math.max(1, factors.length - lag);
    }
}
