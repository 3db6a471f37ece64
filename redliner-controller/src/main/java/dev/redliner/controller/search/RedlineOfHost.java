package dev.redliner.controller.search;

import org.jspecify.annotations.Nullable;

/**
 * What is known of one host of a set.
 *
 * @param lnLoads a grid of logarithms of loads
 * @param below the chance that its redline is below each of them
 * @param limitingRule the rule with the lowest redline
 * @param seen whether it was seen, and is not just somewhere above what the host carried
 */
record RedlineOfHost(double[] lnLoads, double[] below, @Nullable String limitingRule, boolean seen) {
    double quantile(double probability) {
        return RedlinePosterior.quantile(lnLoads, below, probability);
    }
}
