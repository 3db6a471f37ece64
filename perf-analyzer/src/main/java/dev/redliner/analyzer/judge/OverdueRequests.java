package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Overdue;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The requests of a run that are sent and not answered, by host and Envoy. */
final class OverdueRequests {
    private record Key(String source, String host) {}

    private record Of(String host, Duration limit) {}

    private final Map<Key, InFlight> byStream = new HashMap<>();
    private final Map<Of, InFlight.Change> changes = new HashMap<>();
    private final Map<Of, InFlight.Change> aside = new HashMap<>();
    private WaitLimits limits = WaitLimits.of(List.of());

    /** Takes the batches of a tick, and before them those that came late, each in the order of its Envoy's sequence. */
    void close(ClosedTick closed, WaitLimits wanted) {
        limits = wanted;
        aside.clear();
        changes.clear();
        closed.aside().stream().sorted(Comparator.comparing(SampleBatch::time)).forEach(batch -> add(batch, aside));
        Stream.concat(closed.sut().stream(), closed.peers().stream()).forEach(batch -> add(batch, changes));
    }

    private void add(SampleBatch batch, Map<Of, InFlight.Change> sums) {
        byStream.computeIfAbsent(new Key(batch.source(), batch.host()), key -> new InFlight())
                .add(batch, limits.all())
                .forEach((limit, change) -> sums.merge(new Of(batch.host(), limit), change, InFlight.Change::plus));
    }

    WaitLimits limits() {
        return limits;
    }

    /** What the last tick changed at these hosts, for a limit of a rule. */
    InFlight.Change change(Collection<String> hosts, Duration limit) {
        return sum(changes, hosts, limit);
    }

    private static InFlight.Change sum(Map<Of, InFlight.Change> sums, Collection<String> hosts, Duration limit) {
        return hosts.stream()
                .map(host -> sums.getOrDefault(new Of(host, limit), InFlight.Change.NONE))
                .reduce(InFlight.Change.NONE, InFlight.Change::plus);
    }

    /** The same for the harm that a run does. */
    Overdue overdue(Collection<String> hosts) {
        return harm(sum(changes, hosts, limits.harm()));
    }

    /** The same of the batches that came late. */
    Overdue aside(Collection<String> hosts) {
        return harm(sum(aside, hosts, limits.harm()));
    }

    private Overdue harm(InFlight.Change change) {
        // without a latency limit a slow answer is no bad one
        double slow = limits.tightest().isPresent() ? change.answered() : 0;
        return new Overdue(change.newly(), change.failed() + slow, change.left());
    }

    /** How many requests to these hosts wait for longer than this. */
    double olderThan(Collection<String> hosts, Duration limit) {
        return of(hosts).mapToDouble(stream -> stream.olderThan(limit)).sum();
    }

    /** The same by the age that they surely have: their latency will be at least that. */
    LatencyHistogram histogram(Collection<String> hosts, Duration limit) {
        var counts = new TreeMap<Integer, Long>();
        of(hosts).forEach(stream -> stream.addOlderThan(limit, counts));
        double seconds = counts.entrySet().stream()
                .mapToDouble(entry -> LatencyHistogram.lowerSeconds(entry.getKey()) * entry.getValue())
                .sum();
        return LatencyHistogram.of(counts, seconds);
    }

    /** How many streams of batches report on these hosts: each host by each Envoy. */
    int streams(Collection<String> hosts) {
        return (int) byStream.keySet().stream()
                .filter(key -> hosts.contains(key.host()))
                .count();
    }

    private Stream<InFlight> of(Collection<String> hosts) {
        return byStream.entrySet().stream()
                .filter(entry -> hosts.contains(entry.getKey().host()))
                .map(Map.Entry::getValue);
    }
}
