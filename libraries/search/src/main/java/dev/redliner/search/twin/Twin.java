package dev.redliner.search.twin;

import dev.redliner.search.CountInterval.Criterion;

/**
 * The redline of a criterion as digital twins of the SUT predict it: the mean of their predictions, weighted by how well
 * each fits the run.
 *
 * @param criterion the latency limit that it is about
 * @param lnRedline logarithm of the redline in requests per second
 * @param deviation standard deviation of that logarithm
 * @param host the best twin, for users: such as {@code 2 threads}
 */
public record Twin(Criterion criterion, double lnRedline, double deviation, String host) {
    /** The twin is of no use with this probability: the host is not of its family. */
    private static final double USELESS = 0.012;
    /** Standard deviations that hold 95% on either side of the mean. */
    private static final double WITHIN = 1.96;

    public Twin {
        if (!Double.isFinite(lnRedline) || !(deviation > 0)) {
            throw new IllegalArgumentException("redline exp(" + lnRedline + ") +- " + deviation);
        }
    }

    /** Half of the width of the 95% interval, as a fraction of the redline. */
    public double halfWidth() {
        return WITHIN * deviation;
    }

    /**
     * Multiplies probabilities by those of this twin. Their sum stays as it is.
     *
     * @param redlines probability of each redline
     * @param lnLoads logarithms of the redlines
     */
    public double[] weigh(double[] redlines, double[] lnLoads) {
        double[] weighed = new double[redlines.length];
        double before = 0;
        double after = 0;
        for (int i = 0; i < weighed.length; i++) {
            weighed[i] = redlines[i] * weight(lnLoads[i]);
            before += redlines[i];
            after += weighed[i];
        }
        for (int i = 0; i < weighed.length && after > 0; i++) {
            weighed[i] *= before / after;
        }
        return weighed;
    }

    /** Relative probability of a redline: a normal distribution, and the same for all redlines otherwise. */
    double weight(double lnLoad) {
        double z = (lnLoad - lnRedline) / deviation;
        return USELESS + (1 - USELESS) * Math.exp(-z * z / 2);
    }
}
