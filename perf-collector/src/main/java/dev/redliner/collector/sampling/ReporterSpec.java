package dev.redliner.collector.sampling;

import java.util.List;

/**
 * The definition of a reporter. Equal definitions mean equal reporters, so a reporter survives changes elsewhere.
 *
 * @param reporter the reporter's name in batches
 * @param pool the pool
 * @param sources sources that are read together at each due time; if two have the same gauge, the later one applies
 */
record ReporterSpec(String reporter, String pool, List<SourceSpec> sources) {
    ReporterSpec {
        sources = List.copyOf(sources);
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("reporter " + reporter + " of pool " + pool + " has nothing to read");
        }
    }
}
