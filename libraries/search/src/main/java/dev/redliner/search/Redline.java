package dev.redliner.search;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The highest sustainable load of one host, requests per second. For a set of hosts, it is the load that each host
 * carries, limited by the weakest host.
 *
 * @param rps the estimate
 * @param low lower end of the 95% interval
 * @param high upper end of the 95% interval; infinite if {@code atLeast}
 * @param safe the load that holds with 90% certainty, never above the estimate; null if no certainty was computed
 * @param limitingRule the rule that fails first; null if none failed
 * @param atLeast true if all the load that could be brought passed
 * @param hosts the result for each host alone, if the SUT is several hosts; else empty
 */
public record Redline(
        double rps,
        double low,
        double high,
        @Nullable Double safe,
        @Nullable String limitingRule,
        boolean atLeast,
        List<HostRedline> hosts) {
    public Redline {
        hosts = List.copyOf(hosts);
        if (!(rps > 0 && low <= rps && rps <= high && (safe == null || safe <= rps))) {
            throw new IllegalArgumentException("redline " + rps + " in " + low + " to " + high + ", safe " + safe);
        }
    }

    /** A redline of one host. */
    public Redline(double rps, double low, double high, double safe, @Nullable String limitingRule, boolean atLeast) {
        this(rps, low, high, safe, limitingRule, atLeast, List.of());
    }

    /** Half the interval's width, as a fraction of the estimate. */
    public double halfWidth() {
        return halfWidth(low, high);
    }

    /** Whether an interval is a result of few requests only, and too wide to start from or to compare with. */
    public static boolean isWide(double low, double high) {
        return halfWidth(low, high) > SearchSettings.WIDEST;
    }

    /** Half the width of an interval, as a fraction of a value in its middle. */
    public static double halfWidth(double low, double high) {
        return 0.5 * Math.log(high / low);
    }
}
