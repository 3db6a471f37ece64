package dev.redliner.contracts.verdict;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The metrics that hosts of the SUT and dependencies report and that neither a rule nor a signal of the run reads, for a
 * person who writes rules.
 *
 * @param values by the name that rules use, over the longest window of any rule; rounded to five significant digits
 * @param leftOut the number of further metrics
 */
public record MetricCatalogue(Map<String, Double> values, int leftOut) {
    public MetricCatalogue {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
        if (leftOut < 0) {
            throw new IllegalArgumentException("leftOut " + leftOut);
        }
    }

    /** The metrics with five significant digits. A value that is no number, or beyond 1e300, is left out. */
    public static MetricCatalogue rounded(Map<String, Double> values, int leftOut) {
        var rounded = new TreeMap<String, Double>();
        values.forEach((name, value) -> {
            if (SignalValues.isUsable(value)) {
                rounded.put(name, SignalValues.round(value));
            }
        });
        return new MetricCatalogue(rounded, leftOut);
    }
}
