package dev.redliner.collector.scrape;

import java.util.Map;

/**
 * One line of values.
 *
 * @param name the name as written, with its suffix
 * @param labels the labels by name
 * @param value the value; may be NaN or infinite
 */
record MetricLine(String name, Map<String, String> labels, double value) {
    MetricLine {
        labels = Map.copyOf(labels);
    }
}
