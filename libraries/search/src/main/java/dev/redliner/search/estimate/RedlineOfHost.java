package dev.redliner.search.estimate;

import org.jspecify.annotations.Nullable;

/**
 * The redline of one host of a set, as a posterior.
 *
 * @param lnLoads a grid of logarithms of loads
 * @param below the probability that the host's redline is below each of these loads
 * @param limitingRule the rule with the lowest redline
 * @param limitsSet whether this host limits the set
 * @param shows whether the evidence contradicts a redline far above
 * @param carried the highest load that the host carried, requests per second; 0 if none
 * @param highest the highest load that the host received, whether or not it held
 */
public record RedlineOfHost(
        double[] lnLoads,
        double[] below,
        @Nullable String limitingRule,
        boolean limitsSet,
        boolean shows,
        double carried,
        double highest) {
    /** The load below which the host's redline lies with this probability. */
    public double quantile(double probability) {
        return LoadGrid.quantile(lnLoads, below, probability);
    }

    /** The load to report as the host's redline: {@link RedlinePosterior#estimate}. */
    public double estimate() {
        return quantile(RedlinePosterior.ESTIMATE_QUANTILE);
    }

    /** Whether the redline was observed, and is not just expected above all loads that the host received. */
    public boolean seen(double estimate) {
        return shows && estimate <= highest;
    }
}
