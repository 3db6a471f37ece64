package dev.redliner.search.twin;

import java.util.SplittableRandom;

/**
 * Draws the times at which requests arrive.
 *
 * @param batch mean number of requests that arrive together, as the requests of a page load do
 */
record ArrivalTimes(double batch) {
    /** From this mean on, the normal distribution stands for the Poisson distribution. */
    private static final double MANY = 60;

    /** Receives the requests that were drawn, in the order of their arrival. */
    interface Arrivals {
        /**
         * @param time of the arrival in seconds
         * @param work a uniform random number, which determines the work of the request
         */
        void arrive(double time, double work);
    }

    /** Draws a number of requests that arrive at random times of an interval. */
    void draw(double from, double length, int requests, SplittableRandom chance, Arrivals arrivals) {
        if (requests <= 0) {
            return;
        }
        int[] sizes = new int[requests];
        int batches = 0;
        for (int left = requests; left > 0; batches++) {
            sizes[batches] = together(left, chance);
            left -= sizes[batches];
        }
        double[] gaps = new double[batches + 1];
        double total = 0;
        for (int i = 0; i <= batches; i++) {
            gaps[i] = -Math.log(1 - chance.nextDouble());
            total += gaps[i];
        }
        double passed = 0;
        for (int i = 0; i < batches; i++) {
            passed += gaps[i];
            for (int j = 0; j < sizes[i]; j++) {
                arrivals.arrive(from + length * passed / total, chance.nextDouble());
            }
        }
    }

    private int together(int most, SplittableRandom chance) {
        int together = 1;
        while (together < most && batch > 1 && chance.nextDouble() < 1 - 1 / batch) {
            together++;
        }
        return together;
    }

    /** The number of requests in an interval in which this many are expected. */
    int number(double expected, SplittableRandom chance) {
        int batches = poisson(expected / Math.max(1, batch), chance);
        int requests = 0;
        for (int i = 0; i < batches; i++) {
            requests += together(Integer.MAX_VALUE, chance);
        }
        return requests;
    }

    private static int poisson(double mean, SplittableRandom chance) {
        if (mean > MANY) {
            double normal =
                    Math.sqrt(-2 * Math.log(1 - chance.nextDouble())) * Math.cos(2 * Math.PI * chance.nextDouble());
            return (int) Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
        }
        double limit = Math.exp(-mean);
        double product = 1;
        int number = -1;
        do {
            number++;
            product *= 1 - chance.nextDouble();
        } while (product > limit);
        return number;
    }
}
