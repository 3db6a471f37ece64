package dev.redliner.collector.scrape;

import java.util.List;

/**
 * Which of a page's families are kept.
 *
 * @param include family names to keep, or their beginnings with a {@code *}; the earlier in the list, the earlier kept
 * @param maxFamilies no more than these; the rest becomes one named gap
 */
public record ScrapeLimits(List<String> include, int maxFamilies) {
    public ScrapeLimits {
        include = List.copyOf(include);
        if (maxFamilies < 1) {
            throw new IllegalArgumentException("maxFamilies " + maxFamilies + " is below 1");
        }
        for (String pattern : include) {
            if (!pattern.matches("[A-Za-z0-9_:]+[*]?|[*]")) {
                throw new IllegalArgumentException(
                        "'" + pattern + "' is not a family name or the beginning of one with *");
            }
        }
    }

    /** The place of the first pattern that the name matches; -1 if it matches none. */
    int rank(String family) {
        for (int i = 0; i < include.size(); i++) {
            String pattern = include.get(i);
            boolean matches = pattern.endsWith("*")
                    ? family.startsWith(pattern.substring(0, pattern.length() - 1))
                    : family.equals(pattern);
            if (matches) {
                return i;
            }
        }
        return -1;
    }
}
