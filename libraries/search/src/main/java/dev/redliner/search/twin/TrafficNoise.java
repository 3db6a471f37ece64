package dev.redliner.search.twin;

/**
 * The factors by which the traffic of single seconds differs from its mean, in order of time. Waves of minutes are part
 * of them, slower drift is not. The chance of single requests is taken out, because a twin draws them itself.
 */
final class TrafficNoise {
    /** Drift is the mean over this many seconds before and after. */
    private static final int HALF_WINDOW = 75;
    /** Least ratio of the similarity at two seconds to that at one. */
    private static final double LEAST_MEMORY = 0.2;

    private static final double LEAST_FACTOR = 0.05;

    private TrafficNoise() {}

    /**
     * @param rps load of a pool, or a fixed part of it, in consecutive seconds
     * @param dispersion variance-to-mean ratio of the arrivals of a second
     */
    static double[] of(double[] rps, double dispersion) {
        double[] factors = new double[rps.length];
        double mean = 0;
        for (int i = 0; i < rps.length; i++) {
            mean += rps[i] / rps.length;
            factors[i] = rps[i] / Math.max(Double.MIN_NORMAL, drift(rps, i));
        }
        double variance = covariance(factors, 0);
        double next = covariance(factors, 1);
        // noise with a memory of its own is as similar at one second to itself as at two seconds to one
        double real = next > 0 ? next * next / Math.max(covariance(factors, 2), LEAST_MEMORY * next) : 0;
        double chance = Math.min(Math.max(0, variance - real), dispersion / Math.max(1, mean));
        double kept = variance > 0 ? Math.sqrt(Math.max(0, 1 - chance / variance)) : 0;
        for (int i = 0; i < factors.length; i++) {
            factors[i] = Math.max(LEAST_FACTOR, 1 + kept * (factors[i] - 1));
        }
        return factors;
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
