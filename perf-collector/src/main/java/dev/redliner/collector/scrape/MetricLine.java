package dev.redliner.collector.scrape;

import java.util.Map;

/**
 * One line of values.
 *
 * @param series its name and labels
 * @param value the value; may be NaN or infinite
 */
record MetricLine(Series series, double value) {
    MetricLine(String name, Map<String, String> labels, double value) {
        this(new Series(name, labels), value);
    }

    /** The name as written, with its suffix. */
    String name() {
        return series.name();
    }

    /** The labels by name. */
    Map<String, String> labels() {
        return series.labels();
    }
}
