package dev.redliner.collector.scrape;

import java.util.Locale;

/** The kind of a family, by its TYPE line. */
enum Kind {
    COUNTER,
    GAUGE,
    HISTOGRAM,
    GAUGE_HISTOGRAM,
    SUMMARY,
    UNKNOWN;

    static Kind of(String type) {
        return switch (type.toLowerCase(Locale.ROOT)) {
            case "counter" -> COUNTER;
            case "gauge", "info", "stateset" -> GAUGE;
            case "histogram" -> HISTOGRAM;
            case "gaugehistogram" -> GAUGE_HISTOGRAM;
            case "summary" -> SUMMARY;
            default -> UNKNOWN;
        };
    }
}
