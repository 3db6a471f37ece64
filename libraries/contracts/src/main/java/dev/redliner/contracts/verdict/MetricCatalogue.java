package dev.redliner.contracts.verdict;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The metrics that hosts of the SUT report and that neither a rule nor a signal of the run reads, for a person who writes
 * rules.
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

    /**
     * The first metrics by name. A value that is no number, or so large that sums of it are none, is left out and not
     * counted.
     *
     * @param most the largest number of metrics
     */
    public static MetricCatalogue of(Map<String, Double> values, int most) {
        var kept = new TreeMap<String, Double>();
        int leftOut = 0;
        for (var metric : new TreeMap<>(values).entrySet()) {
            if (!SignalValues.isUsable(metric.getValue())) {
                continue;
            }
            if (kept.size() < most) {
                kept.put(metric.getKey(), SignalValues.round(metric.getValue()));
            } else {
                leftOut++;
            }
        }
        return new MetricCatalogue(kept, leftOut);
    }
}
