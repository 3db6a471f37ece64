package dev.redliner.controller.search;

import java.util.List;

/**
 * What is missing from noise that is measured around the means of blocks of seconds: noise that lasts moves the mean of
 * its block, and what is left around it is less than there is.
 *
 * <p>If each second is correlated with the next by {@code r} and the one after by {@code r^2}, the mean of {@code n} of
 * them has the part {@code v = ((1 + r) / (1 - r) - 2 r (1 - r^n) / (n (1 - r)^2)) / n} of a second's variance. Around
 * that mean {@code 1 - v} of the variance is seen, and a correlation of {@code (r - v) / (1 - v)}.
 */
final class BlockNoise {
    /** What lasts longer is ever more like drift, which the share follows, and from there on nothing else. */
    private static final double LONGEST = 0.9;

    private static final double DRIFT = 0.95;

    private static final int ROUNDS = 8;

    private BlockNoise() {}

    /**
     * How many times larger deviations are than they seem.
     *
     * @param blocks loads of seconds over the mean of their block, one after the other
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

    /** The part of a second's variance that its block's mean has. */
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
