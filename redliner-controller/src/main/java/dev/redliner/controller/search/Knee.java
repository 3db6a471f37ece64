package dev.redliner.controller.search;

import dev.redliner.controller.search.Second.Criterion;

/**
 * How steep the knee of a criterion is before any look: the exponents, and their weights at a redline.
 *
 * <p>A queue's tail falls by a constant factor in each of its own times, so that the exponent grows with the number of
 * requests that arrive within the latency limit: a host of 10 requests per second has a gentle knee. Over 123 simulated
 * hosts of 9 to 2,200 requests per second the median is {@value #AT_ONE} times that number to the power {@value #GROWTH},
 * with a standard deviation of {@value #SPREAD} of its logarithm (docs/search.md). Above {@value #MANY} requests per second
 * and for failed requests, all exponents from 5 on are as likely as each other: with the law there, the intervals of 100 runs
 * covered 86 redlines instead of 94, and small hosts are the ones that see too little to find their exponent themselves.
 */
final class Knee {
    private static final double GENTLEST = 2.5;
    private static final double STEEPEST = 250;
    private static final int COUNT = 12;
    /** Median exponent where one request arrives within the limit, and the power with which it grows with their number. */
    private static final double AT_ONE = 3.2;

    private static final double GROWTH = 0.38;
    private static final double SPREAD = 0.8;
    /** Redlines between which the law ends, requests per second. */
    private static final double FEW = 75;

    private static final double MANY = 150;
    private static final double USUALLY_FROM = 4.9;
    private static final double HARDLY = 0.002;
    /** Weight of a host that follows no such law, against the likeliest exponent's. */
    private static final double OTHERWISE = 0.03;
    /** Weight of each exponent without the law: about as much in sum as with it. */
    private static final double ANY = 0.4;

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
        double middle = Math.log(AT_ONE) + GROWTH * (lnRedline + Math.log(Math.max(1e-6, criterion.limitSeconds())));
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
