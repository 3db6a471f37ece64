package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.window.HistogramSum;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Late;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Adds up the batches of a closed tick. */
final class TickCounts {
    private TickCounts() {}

    /**
     * The tick, or null if counts of the peers or of a host of the SUT are missing. Without the peers the SUT's share
     * of the traffic is unknown, and the missing host may be the one that breaks.
     *
     * @param sut the hosts of the SUT
     * @param cpu fraction of the CPU in use of the busiest of some hosts; empty if it was not reported
     * @param stalled seconds for which the machine of a host of the SUT stood still; asked only for a tick
     * @param overdue the requests that wait, including those of this tick
     * @param late counts of the SUT that are in no earlier tick; null if there are none
     */
    static @Nullable Tick of(
            ClosedTick closed,
            List<String> sut,
            Function<List<String>, OptionalDouble> cpu,
            DoubleSupplier stalled,
            OverdueRequests overdue,
            @Nullable Late late) {
        Map<String, List<SampleBatch>> byHost = closed.sut().stream()
                .collect(Collectors.groupingBy(SampleBatch::host, TreeMap::new, Collectors.toList()));
        if (!byHost.keySet().containsAll(sut) || closed.peers().isEmpty()) {
            return null;
        }
        double requested = sum(closed.sut(), MetricNames.REQUESTED);
        return new Tick(
                mean(
                        closed.sut(),
                        batches -> batches.stream().map(TickCounts::start).min(Instant::compareTo)),
                mean(
                        closed.sut(),
                        batches -> batches.stream().map(SampleBatch::time).max(Instant::compareTo)),
                requested,
                sum(closed.sut(), MetricNames.COMPLETED),
                sum(closed.sut(), MetricNames.ERRORS),
                latency(closed.sut()),
                requested + peersRequested(closed),
                sum(closed.peers(), MetricNames.ERRORS),
                sum(closed.peers(), MetricNames.COMPLETED),
                latency(closed.peers()),
                orNull(cpu.apply(sut)),
                Math.max(stalled.getAsDouble(), envoysStalled(closed)),
                invalidating(closed),
                sum(closed.sut(), MetricNames.CONNECT_FAILURES),
                closed.sutWhole() && closed.peersWhole(),
                sut.size() == 1 ? Map.of() : hosts(byHost, cpu, overdue),
                overdue.overdue(sut),
                overdue.overdue(List.of(SampleBatch.PEERS)),
                envoys(closed),
                late);
    }

    /** The average over the Envoys, because each of them serves a part of the requests. */
    private static double envoysStalled(ClosedTick closed) {
        return byReporter(closed.sut()).values().stream()
                .mapToDouble(batches -> batches.stream()
                        .mapToDouble(batch -> batch.counters().getOrDefault(MetricNames.ENVOY_STALLED, 0.0))
                        .max()
                        .orElse(0))
                .average()
                .orElse(0);
    }

    private static Map<String, HostCounts> hosts(
            Map<String, List<SampleBatch>> byHost,
            Function<List<String>, OptionalDouble> cpu,
            OverdueRequests overdue) {
        var hosts = new TreeMap<String, HostCounts>();
        byHost.forEach((host, batches) ->
                hosts.put(host, counts(batches, orNull(cpu.apply(List.of(host))), overdue.overdue(List.of(host)))));
        return hosts;
    }

    /** The sum of some batches of the SUT's hosts. */
    static HostCounts counts(List<SampleBatch> batches, @Nullable Double cpu, Overdue overdue) {
        return new HostCounts(
                sum(batches, MetricNames.REQUESTED),
                sum(batches, MetricNames.COMPLETED),
                sum(batches, MetricNames.ERRORS),
                latency(batches),
                sum(batches, MetricNames.CONNECT_FAILURES),
                cpu,
                overdue);
    }

    /**
     * The Envoys for which both the SUT and the peers were counted. Each source is listed, so an id that two Envoys
     * share is listed twice.
     */
    private static List<String> envoys(ClosedTick closed) {
        Set<String> ofPeers = closed.peers().stream().map(SampleBatch::source).collect(Collectors.toSet());
        return closed.sut().stream()
                .filter(batch -> !batch.envoy().isEmpty() && ofPeers.contains(batch.source()))
                .collect(Collectors.toMap(SampleBatch::source, SampleBatch::envoy, (one, same) -> one))
                .values()
                .stream()
                .sorted()
                .toList();
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    /**
     * The span of a single Envoy; for several Envoys that are out of step the mean, so that counts divided by the
     * length are their rate.
     */
    private static Instant mean(List<SampleBatch> batches, Function<List<SampleBatch>, Optional<Instant>> edge) {
        List<Instant> edges = byReporter(batches).values().stream()
                .flatMap(each -> edge.apply(each).stream())
                .toList();
        Instant first = edges.get(0);
        double meanNanos = edges.stream()
                .mapToLong(other -> Duration.between(first, other).toNanos())
                .average()
                .orElse(0);
        return first.plusNanos(Math.round(meanNanos));
    }

    /**
     * A lost batch of the peers must not appear as a larger share of the SUT, so the remaining batches are scaled up.
     */
    private static double peersRequested(ClosedTick closed) {
        Map<String, List<SampleBatch>> sut = byReporter(closed.sut());
        double requested = 0;
        for (var peers : byReporter(closed.peers()).entrySet()) {
            double ofPeers = sum(peers.getValue(), MetricNames.REQUESTED);
            double covered = seconds(peers.getValue());
            double wanted = seconds(sut.getOrDefault(peers.getKey(), peers.getValue()));
            requested += ofPeers * wanted / covered;
        }
        return requested;
    }

    /** Seconds that a reporter's batches cover; it sends one batch of each entity for each interval. */
    private static double seconds(List<SampleBatch> batches) {
        return batches.stream()
                .collect(Collectors.groupingBy(
                        SampleBatch::host,
                        Collectors.summingDouble(batch -> batch.interval().toNanos() / 1e9)))
                .values()
                .stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    private static Map<String, List<SampleBatch>> byReporter(List<SampleBatch> batches) {
        return batches.stream().collect(Collectors.groupingBy(SampleBatch::source, TreeMap::new, Collectors.toList()));
    }

    private static Instant start(SampleBatch batch) {
        return batch.time().minus(batch.interval());
    }

    private static double sum(Collection<SampleBatch> batches, String counter) {
        return batches.stream()
                .mapToDouble(batch -> batch.counters().getOrDefault(counter, 0.0))
                .sum();
    }

    private static LatencyHistogram latency(List<SampleBatch> batches) {
        var sum = new HistogramSum();
        batches.forEach(batch -> sum.add(batch.latencies().getOrDefault(MetricNames.LATENCY, LatencyHistogram.EMPTY)));
        return sum.total();
    }

    private static Map<String, Double> invalidating(ClosedTick closed) {
        Map<String, Double> above = invalidating(closed, SampleBatch::gauges, Math::max);
        above.putAll(invalidating(closed, SampleBatch::counters, Double::sum));
        return above;
    }

    private static Map<String, Double> invalidating(
            ClosedTick closed, Function<SampleBatch, Map<String, Double>> values, BinaryOperator<Double> together) {
        return Stream.concat(closed.sut().stream(), closed.peers().stream())
                .flatMap(batch -> values.apply(batch).entrySet().stream())
                .filter(value -> value.getKey().startsWith(MetricNames.INVALIDATING_PREFIX))
                .filter(value -> value.getValue() > 0)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, together, TreeMap::new));
    }
}
