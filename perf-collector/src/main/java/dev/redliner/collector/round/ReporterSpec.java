package dev.redliner.collector.round;

import java.util.List;

/**
 * Who reports on what. Two that are equal do the same, so a reporter survives a change elsewhere.
 *
 * @param reporter its name in batches
 * @param pool the pool
 * @param sources read together at each tick; of two with the same gauge the later one holds
 */
record ReporterSpec(String reporter, String pool, List<SourceSpec> sources) {
    ReporterSpec {
        sources = List.copyOf(sources);
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("reporter " + reporter + " of pool " + pool + " has nothing to read");
        }
    }
}
