package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.window.PoolSamples;
import dev.redliner.analyzer.window.Span;
import dev.redliner.contracts.sample.HostMetrics;
import dev.redliner.contracts.sample.SampleBatch;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** The times for which machines stood still, each of them in one tick. */
final class Stalls {
    private final UnreadBatches batches = new UnreadBatches();

    /** Seconds for which a machine of these hosts stood still: those of the worst host; zero without a report. */
    double of(PoolSamples samples, Collection<String> hosts, Span span) {
        return hosts.stream()
                .mapToDouble(host -> {
                    Map<String, Double> bySource = batches.take(samples, host, span).stream()
                            .collect(Collectors.groupingBy(
                                    SampleBatch::source, Collectors.summingDouble(Stalls::seconds)));
                    return bySource.values().stream()
                            .mapToDouble(Double::doubleValue)
                            .max()
                            .orElse(0);
                })
                .max()
                .orElse(0);
    }

    private static double seconds(SampleBatch batch) {
        return batch.counters().getOrDefault(HostMetrics.STALLED, 0.0);
    }
}
