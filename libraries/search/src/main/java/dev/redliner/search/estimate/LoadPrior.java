package dev.redliner.search.estimate;

import dev.redliner.search.Prior;
import org.jspecify.annotations.Nullable;

/**
 * The prior probability of each redline, from the normal load and from an earlier run.
 *
 * @param normalLoad the load that the host serves every day, requests per second
 * @param earlier the result of an earlier run; null if there is none
 */
record LoadPrior(double normalLoad, @Nullable Prior earlier) {
    /** A redline below the normal load is less likely than others by this factor. */
    private static final double BELOW_NORMAL = 0.1;

    /**
     * The probabilities with the prior, as long as the evidence does not contradict it.
     *
     * @param below the probability of a redline below each load, by the evidence
     * @param lnLoads logarithms of the loads
     */
    double[] appliedTo(double[] below, double[] lnLoads) {
        double[] weights = new double[below.length];
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            double own = below[i] - (i == 0 ? 0 : below[i - 1]);
            weights[i] = Math.max(0, own) * at(lnLoads[i]);
            sum += weights[i];
        }
        double above = Math.max(0, 1 - below[below.length - 1]) * at(lnLoads[lnLoads.length - 1]);
        double total = sum + above;
        if (!(total > 0)) {
            return below.clone();
        }
        double cumulative = 0;
        for (int i = 0; i < weights.length; i++) {
            cumulative += weights[i] / total;
            weights[i] = Math.min(1, cumulative);
        }
        return weights;
    }

    private double at(double lnLoad) {
        double everyDay = lnLoad < Math.log(normalLoad) ? BELOW_NORMAL : 1;
        return everyDay * (earlier == null ? 1 : Math.exp(earlier.log(lnLoad)));
    }
}
