package dev.redliner.testbench.chance;

import java.util.SplittableRandom;

/** Random counts, drawn as fast for millions as for a few. */
final class Draws {
    private static final double MANY = 60;

    private final SplittableRandom random;

    Draws(long seed) {
        random = new SplittableRandom(seed);
    }

    double uniform() {
        return random.nextDouble();
    }

    double normal() {
        double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
        return radius * Math.cos(2 * Math.PI * random.nextDouble());
    }

    long poisson(double mean) {
        if (mean > MANY) {
            return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
        }
        long count = 0;
        for (double at = exponential(); at < mean; at += exponential()) {
            count++;
        }
        return count;
    }

    long binomial(long count, double part) {
        double variance = count * part * (1 - part);
        if (variance > MANY) {
            long drawn = Math.round(count * part + Math.sqrt(variance) * normal());
            return Math.max(0, Math.min(count, drawn));
        }
        long hits = 0;
        for (long i = 0; i < count; i++) {
            hits += random.nextDouble() < part ? 1 : 0;
        }
        return hits;
    }

    /** The total requests of this many page loads of geometric size. */
    long requests(long pages, double mean) {
        if (pages > MANY) {
            double drawn = pages * mean + Math.sqrt(pages * mean * (mean - 1)) * normal();
            return Math.max(pages, Math.round(drawn));
        }
        long requests = pages;
        for (long page = 0; page < pages; page++) {
            while (random.nextDouble() < 1 - 1 / mean) {
                requests++;
            }
        }
        return requests;
    }

    private double exponential() {
        return -Math.log(1 - random.nextDouble());
    }
}
