package dev.redliner.controller.search;

import org.jspecify.annotations.Nullable;

/**
 * The highest sustainable load of one host, requests per second.
 *
 * @param rps the estimate
 * @param low lower end of the 95% interval
 * @param high upper end of the 95% interval; infinite if {@code atLeast}
 * @param safe the load that holds with 90% certainty
 * @param limitingRule the rule that gives out first; null if none did
 * @param atLeast true if all the load that could be brought passed
 */
public record Redline(
        double rps, double low, double high, double safe, @Nullable String limitingRule, boolean atLeast) {
    public Redline {
        if (!(rps > 0 && low <= rps && rps <= high && safe <= rps)) {
            throw new IllegalArgumentException("redline " + rps + " in " + low + " to " + high + ", safe " + safe);
        }
    }

    /** Half the interval's width, as a fraction of the estimate. */
    public double halfWidth() {
        return 0.5 * Math.log(high / low);
    }
}
