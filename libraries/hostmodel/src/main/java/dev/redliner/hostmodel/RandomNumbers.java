package dev.redliner.hostmodel;

import java.util.SplittableRandom;

/** Random numbers from a seed, with the distributions that the model needs. */
final class RandomNumbers {
    private final SplittableRandom random;

    RandomNumbers(long seed) {
        // nearby seeds would give overlapping streams; the first number of such a stream is well mixed
        random = new SplittableRandom(new SplittableRandom(seed).nextLong());
    }

    double uniform() {
        return random.nextDouble();
    }

    double exponential(double mean) {
        return random.nextExponential() * mean;
    }

    double normal() {
        return random.nextGaussian();
    }

    double lognormal(double mu, double sigma) {
        return Math.exp(mu + sigma * random.nextGaussian());
    }

    /**
     * Algorithm of Marsaglia and Tsang, 2000: a squeeze around a cubed normal. A shape below 1 goes through the next
     * higher shape.
     */
    double gamma(double shape, double scale) {
        if (shape < 1) {
            return gamma(shape + 1, scale) * Math.pow(random.nextDouble(), 1 / shape);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double v = 1 + c * x;
            if (v <= 0) {
                continue;
            }
            v = v * v * v;
            double u = random.nextDouble();
            if (Math.log(u) < 0.5 * x * x + d - d * v + d * Math.log(v)) {
                return d * v * scale;
            }
        }
    }
}
