package dev.redliner.collector.scrape;

import java.util.Locale;

/** What a family is, by its TYPE line. */
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
