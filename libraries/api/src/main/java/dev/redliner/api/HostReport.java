package dev.redliner.api;

import org.jspecify.annotations.Nullable;

/**
 * The result for one host of a set, requests per second. A run ends where the weakest host does. For the other
 * hosts, the result is mostly just the load that they carried.
 *
 * @param host its id
 * @param low lower end of the 95% interval
 * @param rps the estimate; null if the only result is that the redline is not below {@code low}
 * @param high upper end of the 95% interval; null like {@code rps}
 * @param limitingRule the rule that fails first; null like {@code rps}
 */
public record HostReport(
        String host, double low, @Nullable Double rps, @Nullable Double high, @Nullable String limitingRule) {}
