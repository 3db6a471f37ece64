package dev.redliner.hostmodel;

/**
 * Counts the requests of a pool's other hosts. A run counts the requests that a pool receives, and does not know how many
 * were to be expected: with few requests, counts vary by chance.
 */
final class CountedPool {
    /** From this mean on, the normal distribution stands for the Poisson distribution. */
    private static final double MANY = 500;

    private static final long STREAM = 1_000_001;

    private final RandomNumbers chance;
    private final double batchMean;

    /** @param seed of the host; the numbers of the host itself do not depend on the counts */
    CountedPool(Scenario scenario, long seed) {
        chance = new RandomNumbers(2 * seed + STREAM);
        batchMean = scenario.traffic().batchMean();
    }

    /** The number of requests in a second in which this many are expected. Some arrive together. */
    double count(double expected) {
        double requests = 0;
        for (double batches = poisson(Math.max(0, expected) / batchMean); batches > 0; batches--) {
            requests++;
            while (batchMean > 1 && chance.uniform() < 1 - 1 / batchMean) {
                requests++;
            }
        }
        return requests;
    }

    private double poisson(double mean) {
        if (mean > MANY) {
            return Math.max(0, Math.round(mean + Math.sqrt(mean) * chance.normal()));
        }
        double number = 0;
        for (double passed = chance.exponential(1); passed < mean; passed += chance.exponential(1)) {
            number++;
        }
        return number;
    }
}
