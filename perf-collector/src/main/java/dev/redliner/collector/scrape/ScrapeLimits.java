package dev.redliner.collector.scrape;

import java.util.List;

/**
 * The families of a page that are kept.
 *
 * @param include family names to keep, or their prefixes with a {@code *}; families that match an earlier entry are
 *     kept first
 * @param maxFamilies highest number of families; the rest becomes one named gap
 * @param maxSeries a page with more series is not used
 * @param natives whether to ask for protobuf, which has native histograms
 */
public record ScrapeLimits(List<String> include, int maxFamilies, int maxSeries, boolean natives) {
    /** Limits of a page of text. */
    public ScrapeLimits(List<String> include, int maxFamilies, int maxSeries) {
        this(include, maxFamilies, maxSeries, false);
    }

    public ScrapeLimits {
        include = List.copyOf(include);
        if (maxFamilies < 1) {
            throw new IllegalArgumentException("maxFamilies " + maxFamilies + " is below 1");
        }
        if (maxSeries < 1) {
            throw new IllegalArgumentException("maxSeries " + maxSeries + " is below 1");
        }
        for (String pattern : include) {
            if (!pattern.matches("[A-Za-z0-9_:]+[*]?|[*]")) {
                throw new IllegalArgumentException(
                        "'" + pattern + "' is not a family name or the beginning of one with *");
            }
        }
    }

    /** The index of the first pattern that matches the name; -1 if none matches. */
    int rank(String family) {
        for (int i = 0; i < include.size(); i++) {
            String pattern = include.get(i);
            boolean matches = pattern.endsWith("*")
                    ? family.regionMatches(0, pattern, 0, pattern.length() - 1)
                    : family.equals(pattern);
            if (matches) {
                return i;
            }
        }
        return -1;
    }
}
