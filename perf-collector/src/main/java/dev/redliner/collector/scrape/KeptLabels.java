package dev.redliner.collector.scrape;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The labels that are kept. The series of a name are added up over all labels. For each kept label of a series there is
 * a second name, {@code <name>_<label>_<value>}, with the sum over the series of that value: heap and non-heap memory,
 * threads by state, connections by pool and pauses by cause are different resources. One instance for each page.
 */
final class KeptLabels {
    private static final List<String> KEPT = List.of("area", "state", "pool", "cause");

    /** A label with a value for each user or request would otherwise give a metric for each. */
    private static final int MOST_NAMES = 100;

    private static final int LONGEST_VALUE = 40;

    private final Set<String> names = new HashSet<>();
    private int refused;

    /** The further names of a series, as far as the page has room for them. */
    List<String> names(Series series) {
        List<String> candidates = series.labelledMetrics();
        return candidates.isEmpty()
                ? candidates
                : candidates.stream().filter(this::accept).toList();
    }

    /** The further names of a series, with the value of a kept label each. */
    static List<String> candidates(Series series) {
        // the parts of a distribution are many, and have a name of their own
        if (series.labels().containsKey("le") || series.labels().containsKey("quantile")) {
            return List.of();
        }
        return KEPT.stream()
                .filter(label -> isKept(series.labels().getOrDefault(label, "")))
                .map(label -> series.metric() + "_" + label + "_"
                        + MetricNaming.identifier(series.labels().getOrDefault(label, "")))
                .toList();
    }

    /** Number of values without a name, because the page has too many. */
    int refused() {
        return refused;
    }

    private static boolean isKept(String value) {
        return !value.isBlank() && value.length() <= LONGEST_VALUE;
    }

    private boolean accept(String name) {
        if (names.size() < MOST_NAMES || names.contains(name)) {
            names.add(name);
            return true;
        }
        refused++;
        return false;
    }
}
