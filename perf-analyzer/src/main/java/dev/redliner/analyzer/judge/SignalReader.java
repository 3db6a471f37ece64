package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.window.PoolSamples;
import dev.redliner.analyzer.window.Span;
import dev.redliner.contracts.pool.DependencyMetric;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.rules.RuleNames;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the signals of a run over each tick. Each reading of a host is in one tick: the first that closes after the
 * reading arrived. A span of the tick alone would lose readings that end with the tick and arrive after its Envoys'.
 */
final class SignalReader {
    private final UnreadBatches batches = new UnreadBatches();

    /** The signals of a closed tick; null if the watch wants none, or none was read. */
    @Nullable
    SignalValues read(PoolSamples samples, Watch watch, ClosedTick closed, Tick tick) {
        if (watch.signals().isEmpty()) {
            return null;
        }
        var sums = new SignalSums(watch.signals().stream()
                .filter(name -> !name.startsWith(RuleNames.ENVOY_PREFIX) && !name.startsWith(DependencyMetric.PREFIX))
                .toList());
        Span span = UnreadBatches.span(closed.end(), tick.length(), watch.samplingInterval());
        Instant from = tick.from();
        for (String host : watch.sut()) {
            for (SampleBatch batch : batches.take(samples, host, span)) {
                if (sums.add("", host, batch) && began(batch).isBefore(from)) {
                    from = began(batch);
                }
            }
        }
        Instant earliest = from.minus(watch.samplingInterval());
        for (String host : watch.peers()) {
            batches.take(samples, host, span).stream()
                    .filter(batch -> !began(batch).isBefore(earliest))
                    .forEach(batch -> sums.add(RuleNames.PEERS_PREFIX, host, batch));
        }
        Map<String, Double> values = sums.values();
        values.putAll(ofDependencies(samples, watch, span));
        addEnvoys(watch, closed, values);
        return values.isEmpty() ? null : SignalValues.rounded(from, values);
    }

    /** Their load is that of the whole pool, which a step does not change, so a reading may begin before the step. */
    private Map<String, Double> ofDependencies(PoolSamples samples, Watch watch, Span span) {
        Map<String, List<DependencyMetric>> byEntity = watch.signals().stream()
                .flatMap(name -> DependencyMetric.of(name).stream())
                .collect(Collectors.groupingBy(DependencyMetric::entity));
        var values = new TreeMap<String, Double>();
        byEntity.forEach((entity, metrics) -> {
            var sums = new SignalSums(
                    metrics.stream().map(DependencyMetric::metric).toList());
            String prefix = DependencyMetric.PREFIX + metrics.get(0).dependency() + ".";
            batches.take(samples, entity, span).forEach(batch -> sums.add(prefix, entity, batch));
            values.putAll(sums.values());
        });
        return values;
    }

    private static Instant began(SampleBatch batch) {
        return batch.time().minus(batch.interval());
    }

    /** Without one of the Envoys the sum would be too small, so there is none. */
    private static void addEnvoys(Watch watch, ClosedTick closed, Map<String, Double> values) {
        for (String name : watch.signals()) {
            if (name.startsWith(RuleNames.ENVOY_PREFIX)) {
                if (closed.sutWhole()) {
                    add(name, closed.sut(), watch.sut(), name, values);
                }
                if (closed.peersWhole()) {
                    add(name, closed.peers(), watch.peers(), RuleNames.PEERS_PREFIX + name, values);
                }
            }
        }
    }

    /** Adds a signal of Envoys: their sum, or the busiest worker of all of them. Without the metric in one of their readings the sum would be too small, too. */
    private static void add(
            String name, List<SampleBatch> batches, Collection<String> hosts, String as, Map<String, Double> values) {
        Map<String, List<SampleBatch>> bySource =
                batches.stream().collect(Collectors.groupingBy(batch -> batch.host() + " " + batch.source()));
        boolean whole = batches.stream()
                .allMatch(batch ->
                        batch.gauges().containsKey(name) || batch.counters().containsKey(name));
        if (whole && !bySource.isEmpty() && !hosts.isEmpty()) {
            DoubleStream means = bySource.values().stream().mapToDouble(each -> SignalSums.mean(name, each));
            values.put(
                    as, name.equals(MetricNames.ENVOY_BUSY) ? means.max().orElseThrow() : means.sum() / hosts.size());
        }
    }
}
