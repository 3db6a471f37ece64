package dev.redliner.collector.scrape;

import dev.redliner.collector.scrape.wire.otlp.Metric;

/**
 * A metric that was pushed with OTLP.
 *
 * @param scope name and version of the library that measures it; may be empty
 */
public record OtlpMetric(String scope, Metric metric) {}
