package dev.redliner.controller.search;

import org.jspecify.annotations.Nullable;

/**
 * What is known of one host of a set, requests per second. The load of a set ends where its weakest host does, so of the
 * others mostly no more is known than what they carried.
 *
 * @param host its id
 * @param low lower end of the 95% interval
 * @param rps the estimate; null if all that is known is that it is not below {@code low}
 * @param high upper end of the 95% interval; null like {@code rps}
 * @param limitingRule the rule that gives out first; null like {@code rps}
 */
public record HostRedline(
        String host, double low, @Nullable Double rps, @Nullable Double high, @Nullable String limitingRule) {}
