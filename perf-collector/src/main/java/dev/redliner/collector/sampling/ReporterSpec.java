package dev.redliner.collector.sampling;

import dev.redliner.contracts.pool.DependencyMetric;
import java.util.List;

/**
 * The definition of a reporter. Equal definitions mean equal reporters, so a reporter survives changes elsewhere.
 *
 * @param reporter the reporter's name in batches
 * @param pool the pool
 * @param sources sources that are read together at each due time; if two have the same gauge, the later one applies
 */
record ReporterSpec(String reporter, String pool, List<SourceSpec> sources) {
    /** Whether it reads a dependency, which serves others too and is not asked more often than once a second. */
    boolean isOfDependency() {
        return sources.stream()
                .anyMatch(source -> source instanceof SourceSpec.Node node && DependencyMetric.isEntity(node.host())
                        || source instanceof SourceSpec.Page page && DependencyMetric.isEntity(page.host()));
    }

    ReporterSpec {
        sources = List.copyOf(sources);
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("reporter " + reporter + " of pool " + pool + " has nothing to read");
        }
    }
}
