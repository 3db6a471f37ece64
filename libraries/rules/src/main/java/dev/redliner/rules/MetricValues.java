package dev.redliner.rules;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;

/** The present values of the metrics, over a rule's window. */
@FunctionalInterface
public interface MetricValues {
    /**
     * The value of a metric by the name that rules use: latencies in seconds, rates as fractions of 1.
     *
     * @return empty if the metric has no value; NaN and infinity also count as no value
     */
    OptionalDouble value(String name);

    /**
     * Requests in the window that took longer than this, or have already waited for longer; empty if there is no count.
     */
    default OptionalDouble over(Duration limit) {
        return OptionalDouble.empty();
    }

    /** The values of a map; a metric that the map does not contain has no value. */
    static MetricValues of(Map<String, Double> values) {
        return name -> {
            Double value = values.get(name);
            return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
        };
    }
}
