package dev.redliner.analyzer.traffic;

import dev.redliner.contracts.traffic.SecondCounts;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The Envoys of a pool in one minute.
 * <ul>
 * <li>An Envoy that several collectors read counts once, by its node id: a second that one collector missed is taken
 * from another.
 * <li>Without a node id, each collector's count of an Envoy counts separately.
 * <li>If several Envoys share one node id, only the Envoys that a single collector reads are counted.
 * </ul>
 */
final class CountedEnvoys {
    /**
     * A collector and the address at which it reads an Envoy.
     *
     * @param address unique among the addresses of the collector
     */
    record Reader(String collector, String address) implements Comparable<Reader> {
        @Override
        public int compareTo(Reader other) {
            int byCollector = collector.compareTo(other.collector);
            return byCollector != 0 ? byCollector : address.compareTo(other.address);
        }
    }

    /**
     * Requests that a collector counted.
     *
     * @param node the node id of the Envoy; empty if unknown
     */
    record Count(String node, SecondCounts requests) {}

    /**
     * Envoys with one node id that one collector reads.
     *
     * @param number the number of these Envoys
     */
    private record Together(int number, SecondCounts requests) {
        Together plus(Together other) {
            return new Together(number + other.number, requests.plus(other.requests));
        }

        /** The same Envoys as read by another collector. */
        Together or(Together other) {
            if (number != other.number) {
                return number > other.number ? this : other;
            }
            return new Together(number, requests.orElse(other.requests));
        }
    }

    private final Map<Reader, Count> byReader = new TreeMap<>();

    /** Expects the Envoys of an earlier minute: each is a gap in this minute until it is counted. */
    void expect(Map<Reader, Count> earlier) {
        earlier.forEach((reader, count) -> put(reader, new Count(count.node(), SecondCounts.gaps())));
    }

    /** Adds the counts of this minute. */
    void counted(Map<Reader, Count> counts) {
        counts.forEach(this::put);
    }

    /** Keeps an earlier node id if the new count has none. */
    private void put(Reader reader, Count count) {
        byReader.merge(reader, count, (old, now) -> now.node().isEmpty() ? new Count(old.node(), now.requests()) : now);
    }

    /** The number of Envoys. */
    int number() {
        return envoys().stream().mapToInt(Together::number).sum();
    }

    /** The sum of the requests of all Envoys. */
    SecondCounts sum() {
        return envoys().stream()
                .map(Together::requests)
                .reduce(SecondCounts::plus)
                .orElseThrow();
    }

    private Collection<Together> envoys() {
        var byNode = new LinkedHashMap<Object, TreeMap<String, Together>>();
        byReader.forEach((reader, count) -> byNode.computeIfAbsent(
                        count.node().isEmpty() ? reader : count.node(), each -> new TreeMap<>())
                .merge(reader.collector(), new Together(1, count.requests()), Together::plus));
        return byNode.values().stream()
                .map(collectors ->
                        collectors.values().stream().reduce(Together::or).orElseThrow())
                .toList();
    }
}
