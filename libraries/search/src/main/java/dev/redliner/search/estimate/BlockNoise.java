package dev.redliner.search.estimate;

import java.util.List;

/**
 * Corrects noise that was measured around the means of blocks of seconds. Noise that lasts moves the mean of its block,
 * so the noise that remains around that mean is less than the actual noise.
 *
 * <p>If each second is correlated with the next by {@code r} and the one after by {@code r^2}, the mean of {@code n}
 * seconds has the part {@code v = ((1 + r) / (1 - r) - 2 r (1 - r^n) / (n (1 - r)^2)) / n} of a second's variance.
 * Around that mean, {@code 1 - v} of the variance is observed, and a correlation of {@code (r - v) / (1 - v)}.
 */
final class BlockNoise {
    /**
     * Noise with a higher correlation is increasingly like drift, which the share follows. From {@link #DRIFT} on, it
     * is nothing but drift.
     */
    private static final double LONGEST = 0.9;

    private static final double DRIFT = 0.95;

    private static final int ROUNDS = 8;

    private BlockNoise() {}

    /**
     * The factor by which deviations are larger than they seem.
     *
     * @param blocks loads of consecutive seconds, relative to the mean of their block
     */
    static double widening(List<double[]> blocks) {
        double squares = 0;
        double products = 0;
        double seconds = 0;
        for (double[] block : blocks) {
            seconds += block.length;
            for (int i = 1; i < block.length; i++) {
                squares += (block[i] - 1) * (block[i] - 1);
                products += (block[i] - 1) * (block[i - 1] - 1);
            }
        }
        double seen = squares > 0 ? products / squares : 0;
        double noise = Math.max(0, Math.min(1, (DRIFT - seen) / (DRIFT - LONGEST)));
        return 1 + noise * (1 / Math.sqrt(1 - ofMean(seen, seconds / blocks.size())) - 1);
    }

    /** The part of a second's variance that the mean of its block has. */
    private static double ofMean(double seen, double length) {
        double part = 0;
        for (int i = 0; i < ROUNDS; i++) {
            double alike = Math.max(0, Math.min(LONGEST, seen + (1 - seen) * part));
            double unlike = 1 - alike;
            part = ((1 + alike) / unlike - 2 * alike * (1 - Math.pow(alike, length)) / (length * unlike * unlike))
                    / length;
        }
        return part;
    }
}
