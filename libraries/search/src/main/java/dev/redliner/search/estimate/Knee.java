package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval.Criterion;

/**
 * The steepness of a criterion's knee before any probe: the exponents, and their weights at a redline.
 *
 * <p>The tail of a queue falls by a constant factor in each of the queue's own times. The exponent therefore grows with
 * the number of requests that arrive within the latency limit: a host of 10 requests per second has a gentle knee. Over
 * 123 simulated hosts of 9 to 2,200 requests per second, the median is {@value #AT_ONE} times that number to the power
 * {@value #GROWTH}. Its logarithm has a standard deviation of {@value #SPREAD} (docs/search.md).
 *
 * <p>Above {@value #MANY} requests per second and for failed requests, all exponents from 5 on are equally likely. With
 * the law applied there, the intervals of 100 runs covered 86 redlines instead of 94. Only small hosts serve too few
 * requests to determine their exponent without the law.
 */
final class Knee {
    private static final double GENTLEST = 2.5;
    private static final double STEEPEST = 250;
    private static final int COUNT = 12;
    /**
     * Median exponent where one request arrives within the limit, and the power of its growth with the number of
     * requests.
     */
    private static final double AT_ONE = 3.2;

    private static final double GROWTH = 0.38;
    private static final double SPREAD = 0.8;
    /** The law fades out between these redlines, requests per second. */
    private static final double FEW = 75;

    private static final double MANY = 150;
    private static final double USUALLY_FROM = 4.9;
    private static final double HARDLY = 0.002;
    /** Weight of a host that follows no such law, relative to the weight of the likeliest exponent. */
    private static final double OTHERWISE = 0.03;
    /** Weight of each exponent without the law. The sum is about as large as with it. */
    private static final double ANY = 0.4;

    /** Stands for the latency limit of errors, which have none. The law does not apply to them. */
    private static final double SHORTEST_LIMIT = 1e-6;

    /** The exponents, ascending in even ratios. */
    static final double[] EXPONENTS = exponents();

    static final double[] LN_EXPONENTS =
            java.util.Arrays.stream(EXPONENTS).map(Math::log).toArray();

    private Knee() {}

    /**
     * Logarithms of the exponents' weights at a redline, which sum to 1.
     *
     * @param lnRedline logarithm of the redline in requests per second
     */
    static double[] lnWeights(Criterion criterion, double lnRedline) {
        double[] weights = new double[EXPONENTS.length];
        double law =
                criterion.latency() ? Math.min(1, Math.max(0, (Math.log(MANY) - lnRedline) / Math.log(MANY / FEW))) : 0;
        double middle =
                Math.log(AT_ONE) + GROWTH * (lnRedline + Math.log(Math.max(SHORTEST_LIMIT, criterion.limitSeconds())));
        double sum = 0;
        for (int k = 0; k < weights.length; k++) {
            double z = (LN_EXPONENTS[k] - middle) / SPREAD;
            double any = ANY * (EXPONENTS[k] < USUALLY_FROM ? HARDLY : 1);
            weights[k] = law * (OTHERWISE + Math.exp(-z * z / 2)) + (1 - law) * any;
            sum += weights[k];
        }
        for (int k = 0; k < weights.length; k++) {
            weights[k] = Math.log(weights[k] / sum);
        }
        return weights;
    }

    private static double[] exponents() {
        double[] values = new double[COUNT];
        for (int i = 0; i < COUNT; i++) {
            values[i] = GENTLEST * Math.pow(STEEPEST / GENTLEST, i / (COUNT - 1.0));
        }
        return values;
    }
}
