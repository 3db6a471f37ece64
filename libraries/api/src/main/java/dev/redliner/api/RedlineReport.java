package dev.redliner.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The redline in requests per second at one host. For a set of hosts, it is the load that each host carries,
 * limited by the weakest host.
 *
 * @param rps the estimate
 * @param low lower end of the 95% interval
 * @param high upper end of the 95% interval; null if {@code atLeast}
 * @param safe the load that holds with 90% certainty; null if no certainty was computed
 * @param limitingRule the rule that fails first; null if {@code atLeast}
 * @param atLeast true if all the traffic that was allowed passed: the redline is at least {@code rps}
 * @param hosts each host of a set alone; empty if the SUT is one host
 */
public record RedlineReport(
        double rps,
        double low,
        @Nullable Double high,
        @Nullable Double safe,
        @Nullable String limitingRule,
        boolean atLeast,
        List<HostReport> hosts) {
    public RedlineReport {
        // reports that were stored before sets existed have none
        hosts = hosts == null ? List.of() : List.copyOf(hosts);
    }

    /** The redline of one host. */
    public RedlineReport(
            double rps,
            double low,
            @Nullable Double high,
            double safe,
            @Nullable String limitingRule,
            boolean atLeast) {
        this(rps, low, high, safe, limitingRule, atLeast, List.of());
    }
}
