package dev.redliner.controller.run.traffic;

/**
 * Variation of consecutive rates around their trend.
 *
 * @param deviation standard deviation, requests per second
 * @param alike correlation of each rate with the next one, at least zero
 */
record RateNoise(double deviation, double alike) {
    /** Limit for the correlation. Rates with a higher one would require more of them than are kept. */
    private static final double MOST_ALIKE = 0.9;

    /** Computes the noise of at least three rates, oldest first. */
    static RateNoise of(double[] rates) {
        double[] noise = withoutTrend(rates);
        double squares = 0;
        double products = 0;
        for (int i = 0; i < noise.length; i++) {
            squares += noise[i] * noise[i];
            products += i == 0 ? 0 : noise[i] * noise[i - 1];
        }
        double seen = squares > 0 ? Math.max(0, products / squares) : 0;
        // few rates seem less correlated than they are (Marriott and Pope, 1954)
        double alike = seen + (1 + 3 * seen) / noise.length;
        return new RateNoise(Math.sqrt(squares / (noise.length - 2)), Math.min(MOST_ALIKE, alike));
    }

    /**
     * Standard error of the mean of this many rates. The higher the correlation, the less information each rate adds.
     */
    double ofMean(int count) {
        return deviation * Math.sqrt((1 + alike) / (1 - alike) / count);
    }

    private static double[] withoutTrend(double[] rates) {
        double middle = (rates.length - 1) / 2.0;
        double mean = 0;
        for (double rate : rates) {
            mean += rate / rates.length;
        }
        double trend = 0;
        double spread = 0;
        for (int i = 0; i < rates.length; i++) {
            trend += (i - middle) * (rates[i] - mean);
            spread += (i - middle) * (i - middle);
        }
        double[] noise = new double[rates.length];
        for (int i = 0; i < rates.length; i++) {
            noise[i] = rates[i] - mean - trend / spread * (i - middle);
        }
        return noise;
    }
}
