package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Overdue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The requests of a run that were sent and not answered, by host and Envoy. */
final class OverdueRequests {
    private record Key(String source, String host) {}

    private record Of(String host, Duration limit) {}

    /**
     * Requests that became overdue or ended before the end of a tick.
     *
     * @param ofTick changes from the batches of the tick
     * @param setAside changes from batches that arrived late
     */
    private record Changes(Instant end, Map<Of, InFlight.Change> ofTick, Map<Of, InFlight.Change> setAside) {}

    private final Map<Key, InFlight> byStream = new HashMap<>();
    private final Deque<Changes> recent = new ArrayDeque<>();
    private WaitLimits limits = WaitLimits.of(List.of());

    /**
     * Takes the late batches and then the batches of a tick, each in the order of its Envoy's sequence.
     *
     * @param longestWindow the longest window of a rule
     */
    void close(ClosedTick closed, WaitLimits wanted, Duration longestWindow) {
        limits = wanted;
        var changes = new Changes(closed.end(), new HashMap<>(), new HashMap<>());
        closed.setAside().stream()
                .sorted(Comparator.comparing(SampleBatch::time))
                .forEach(batch -> add(batch, changes.setAside()));
        Stream.concat(closed.sut().stream(), closed.peers().stream()).forEach(batch -> add(batch, changes.ofTick()));
        recent.addLast(changes);
        Instant from = closed.end().minus(longestWindow);
        while (recent.size() > 1 && !recent.getFirst().end().isAfter(from)) {
            recent.removeFirst();
        }
    }

    private void add(SampleBatch batch, Map<Of, InFlight.Change> sums) {
        byStream.computeIfAbsent(new Key(batch.source(), batch.host()), key -> new InFlight())
                .add(batch, limits.all())
                .forEach((limit, change) -> sums.merge(new Of(batch.host(), limit), change, InFlight.Change::plus));
    }

    WaitLimits limits() {
        return limits;
    }

    /** The changes of the last tick at these hosts, for a limit of a rule. */
    InFlight.Change change(Collection<String> hosts, Duration limit) {
        return recent.isEmpty() ? InFlight.Change.NONE : sum(recent.getLast().ofTick(), hosts, limit);
    }

    /** The changes of all batches within the window at these hosts, for a limit of a rule. */
    InFlight.Change change(Collection<String> hosts, Duration limit, Duration window) {
        InFlight.Change sum = InFlight.Change.NONE;
        if (recent.isEmpty()) {
            return sum;
        }
        Instant from = recent.getLast().end().minus(window);
        for (var newestFirst = recent.descendingIterator(); newestFirst.hasNext(); ) {
            Changes changes = newestFirst.next();
            if (!changes.end().isAfter(from)) {
                break;
            }
            sum = sum.plus(sum(changes.ofTick(), hosts, limit)).plus(sum(changes.setAside(), hosts, limit));
        }
        return sum;
    }

    private static InFlight.Change sum(Map<Of, InFlight.Change> sums, Collection<String> hosts, Duration limit) {
        return hosts.stream()
                .map(host -> sums.getOrDefault(new Of(host, limit), InFlight.Change.NONE))
                .reduce(InFlight.Change.NONE, InFlight.Change::plus);
    }

    /** The overdue requests of the last tick at these hosts, for the harm of a run. */
    Overdue overdue(Collection<String> hosts) {
        return harm(change(hosts, limits.harm()));
    }

    /** The overdue requests of the late batches at these hosts, for the harm of a run. */
    Overdue setAside(Collection<String> hosts) {
        return recent.isEmpty() ? Overdue.NONE : harm(sum(recent.getLast().setAside(), hosts, limits.harm()));
    }

    private Overdue harm(InFlight.Change change) {
        // without a latency limit a slow answer is not a bad one
        double slow = limits.tightest().isPresent() ? change.answered() : 0;
        return new Overdue(change.newly(), change.failed() + slow, change.left());
    }

    /** The given number of requests that wait for longer than the limit: the youngest ones, by their certain age. */
    LatencyHistogram waiting(Collection<String> hosts, Duration limit, long number) {
        var ages = new TreeMap<Integer, Long>();
        of(hosts).forEach(stream -> stream.addOlderThan(limit, ages));
        var youngest = new TreeMap<Integer, Long>();
        long rest = number;
        for (var age : ages.entrySet()) {
            long some = Math.min(rest, age.getValue());
            youngest.put(age.getKey(), some);
            rest -= some;
        }
        // the age of the rest is unknown, but at least the limit
        youngest.merge(LatencyHistogram.bucketOf(limit) + 1, rest, Long::sum);
        double seconds = youngest.entrySet().stream()
                .mapToDouble(age -> LatencyHistogram.lowerSeconds(age.getKey()) * age.getValue())
                .sum();
        return LatencyHistogram.of(youngest, seconds);
    }

    /** Number of streams of batches that report on these hosts: each host by each Envoy. */
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
