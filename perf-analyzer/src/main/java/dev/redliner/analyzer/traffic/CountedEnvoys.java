package dev.redliner.analyzer.traffic;

import dev.redliner.contracts.traffic.SecondCounts;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The Envoys of a pool in one minute. One that several collectors read counts once, by its node id: a second that one of
 * them missed is taken from another. Of an Envoy whose node id is not known, each collector's count is one of its own. If
 * several Envoys have one node id, those count that one collector reads.
 */
final class CountedEnvoys {
    /**
     * A collector and the address at which it reads an Envoy.
     *
     * @param address unique among those of the collector
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
     * @param node the node id of the Envoy; empty if it is not known
     */
    record Count(String node, SecondCounts requests) {}

    /**
     * Envoys of one node id that one collector reads.
     *
     * @param number how many
     */
    private record Together(int number, SecondCounts requests) {
        Together plus(Together other) {
            return new Together(number + other.number, requests.plus(other.requests));
        }

        /** The same Envoys, read by another collector. */
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

    /** A node id that was known once is still that of the reader. */
    private void put(Reader reader, Count count) {
        byReader.merge(reader, count, (old, now) -> now.node().isEmpty() ? new Count(old.node(), now.requests()) : now);
    }

    /** How many Envoys they are. */
    int number() {
        return envoys().stream().mapToInt(Together::number).sum();
    }

    /** The requests of all of them. */
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
