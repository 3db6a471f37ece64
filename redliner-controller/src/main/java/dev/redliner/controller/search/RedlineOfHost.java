package dev.redliner.controller.search;

import org.jspecify.annotations.Nullable;

/**
 * What is known of one host of a set.
 *
 * @param lnLoads a grid of logarithms of loads
 * @param below the chance that its redline is below each of them
 * @param limitingRule the rule with the lowest redline
 * @param limitsSet whether it is the one that limits the set
 * @param shows whether the evidence speaks against a redline far above
 * @param carried the highest load that it carried, requests per second; 0 if none
 * @param highest the highest load that it had, whatever came of it
 */
record RedlineOfHost(
        double[] lnLoads,
        double[] below,
        @Nullable String limitingRule,
        boolean limitsSet,
        boolean shows,
        double carried,
        double highest) {
    double quantile(double probability) {
        return Limits.quantile(lnLoads, below, probability);
    }

    /** Whether it was seen and is not just expected above all that the host ever had. */
    boolean seen(double estimate) {
        return shows && estimate <= highest;
    }
}
