package dev.redliner.rules;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;

/** What the metrics are now, over a rule's window. */
@FunctionalInterface
public interface MetricValues {
    /**
     * The value of a metric by the name rules use: latencies in seconds, rates as fractions of 1.
     *
     * @return empty if it is not known; NaN and infinity are taken as not known too
     */
    OptionalDouble value(String name);

    /** Requests in the window that took longer than this, or that wait for longer already; empty if that is not known. */
    default OptionalDouble over(Duration limit) {
        return OptionalDouble.empty();
    }

    /** The values of a map; what is not in it is not known. */
    static MetricValues of(Map<String, Double> values) {
        return name -> {
            Double value = values.get(name);
            return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
        };
    }
}
