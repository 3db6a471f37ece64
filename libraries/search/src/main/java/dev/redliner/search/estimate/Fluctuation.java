package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval.Criterion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * How the load of single seconds differs from its mean. Traffic is noisy, and the bad fraction grows with a high power
 * of the load, so most bad requests of a long period fall into its few busiest seconds. Each observed second is
 * compared with the load that it really had. The long-run effect of a mean load then follows from the distribution of
 * the seconds' loads.
 *
 * <p>With {@code p(load) = p0 (load / knee)^k} at a second's load, the mean load {@code q} that is just allowed in the
 * long run solves {@code E[min(most, (q m / knee)^k)] = 1} over the factors {@code m}. {@link #lnMargin} is
 * {@code ln(q / knee)}, which is zero without noise.
 *
 * <p>{@code most} is the largest bad part of a second, as a multiple of the allowed fraction. All requests of a second
 * can be slow. Only the requests above the knee can fail: a host that rejects the excess load serves the rest.
 */
final class Fluctuation {
    /** Slow drift of the traffic is no noise. It is removed over blocks of this many seconds. */
    private static final int BLOCK = 60;

    private static final int SHORTEST_BLOCK = 20;
    /** Lower limit of a factor: even with a wide fluctuation, no load is below zero. */
    private static final double LEAST = 0.01;
    /** The busiest seconds count most and are kept one by one. The others are grouped. */
    private static final int KEPT = 30;

    private static final int GROUPS = 40;
    /** Points of the normal distribution, and the distance of the last one in standard deviations. */
    private static final int NORMAL = 41;

    private static final double FARTHEST = 4;
    /** The weight of the observed seconds. The rest is that of a distribution as wide. */
    private static final double OBSERVED = 0.5;
    /** The margin is sought in this range, to a ten-millionth. */
    private static final double LOWEST_MARGIN = -1;

    private static final double HIGHEST_MARGIN = 0.1;
    private static final int HALVINGS = 24;
    /** Keeps the logarithm of a factor finite. */
    private static final double LEAST_FACTOR = 1e-6;
    /** Keeps a power finite. It is far above the largest bad part of a second, which limits it anyway. */
    private static final double LARGEST_EXPONENT = 60;
    /** Five-point Gauss-Hermite quadrature of a normal distribution. */
    private static final double[] Z = {-2.857, -1.356, 0, 1.356, 2.857};

    private static final double[] Z_WEIGHT = {0.01126, 0.22208, 0.53333, 0.22208, 0.01126};

    private final double[] factors;
    private final double[] weights;

    private Fluctuation(double[] factors, double[] weights) {
        this.factors = factors;
        this.weights = weights;
    }

    /** The fluctuation of a pool's load in consecutive seconds. Fewer than twenty seconds give no noise. */
    static Fluctuation of(List<Double> poolRps, double carried) {
        var blocks = new ArrayList<double[]>();
        for (int from = 0; from < poolRps.size(); from += BLOCK) {
            double[] block = poolRps.subList(from, Math.min(poolRps.size(), from + BLOCK)).stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            double mean = Arrays.stream(block).average().orElse(0);
            if (block.length >= SHORTEST_BLOCK && mean > 0) {
                blocks.add(Arrays.stream(block).map(rps -> rps / mean).toArray());
            }
        }
        if (blocks.isEmpty()) {
            return new Fluctuation(new double[] {1}, new double[] {1});
        }
        double widened = BlockNoise.widening(blocks);
        return grouped(blocks.stream()
                .flatMapToDouble(block -> carrying(block, carried))
                .map(factor -> Math.max(LEAST, 1 + widened * (factor - 1)))
                .sorted()
                .toArray());
    }

    private static DoubleStream carrying(double[] block, double carried) {
        return IntStream.range(2, block.length)
                .mapToDouble(i -> (1 - carried) * block[i] + carried * (block[i - 1] + block[i - 2]) / 2);
    }

    /**
     * Weighs the observed seconds half, and a lognormal distribution of their spread half: the busiest seconds are rarely
     * observed.
     */
    private static Fluctuation grouped(double[] ascending) {
        int kept = Math.min(KEPT, ascending.length);
        int rest = ascending.length - kept;
        int groups = Math.min(GROUPS, rest);
        double[] factors = new double[groups + kept + NORMAL];
        double[] weights = new double[factors.length];
        for (int g = 0; g < groups; g++) {
            int from = rest * g / groups;
            int to = rest * (g + 1) / groups;
            factors[g] = Arrays.stream(ascending, from, to).average().orElse(1);
            weights[g] = OBSERVED * (to - from) / ascending.length;
        }
        for (int i = 0; i < kept; i++) {
            factors[groups + i] = ascending[rest + i];
            weights[groups + i] = OBSERVED / ascending.length;
        }
        double squares =
                Arrays.stream(ascending).map(f -> (f - 1) * (f - 1)).average().orElse(0);
        double sigma = Math.sqrt(Math.log(1 + squares));
        double sum = 0;
        for (int i = 0; i < NORMAL; i++) {
            double z = FARTHEST * (2.0 * i / (NORMAL - 1) - 1);
            factors[groups + kept + i] = Math.exp(sigma * z - sigma * sigma / 2);
            weights[groups + kept + i] = Math.exp(-z * z / 2);
            sum += weights[groups + kept + i];
        }
        for (int i = groups + kept; i < weights.length; i++) {
            weights[i] *= (1 - OBSERVED) / sum;
        }
        return new Fluctuation(factors, weights);
    }

    /** The factor that this part of the seconds does not exceed. */
    double quantile(double part) {
        Integer[] order = new Integer[factors.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, java.util.Comparator.comparingDouble(i -> factors[i]));
        double below = 0;
        for (int i : order) {
            below += weights[i];
            if (below >= part) {
                return factors[i];
            }
        }
        return factors[order[order.length - 1]];
    }

    /**
     * Logarithm of the mean load over the load of the knee.
     *
     * @param k steepness
     * @param criterion limits the bad part of a second
     * @param chance relative standard deviation of a second's arrivals in addition to the pool's noise
     */
    double lnMargin(double k, Criterion criterion, double chance) {
        double low = LOWEST_MARGIN;
        double high = HIGHEST_MARGIN;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (mean(k, criterion, chance, middle) > 1) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return low;
    }

    private double mean(double k, Criterion criterion, double chance, double lnMargin) {
        double sum = 0;
        double all = 1 / criterion.allowed();
        for (int z = 0; z < Z.length; z++) {
            double byChance = Math.log(Math.max(LEAST, 1 + chance * Z[z]));
            for (int i = 0; i < factors.length; i++) {
                double above = lnMargin + byChance + Math.log(Math.max(LEAST_FACTOR, factors[i]));
                double tooMuch = Math.max(0, 1 - Math.exp(-above));
                double most = criterion.latency() ? all : 1 + all * tooMuch;
                sum += Z_WEIGHT[z] * weights[i] * Math.min(most, Math.exp(Math.min(LARGEST_EXPONENT, k * above)));
            }
        }
        return sum;
    }
}
