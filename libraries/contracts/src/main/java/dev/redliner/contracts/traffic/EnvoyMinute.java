package dev.redliner.contracts.traffic;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * The requests that one Envoy sent to a pool in each second of a minute.
 *
 * @param pool the pool, which is also the record's key
 * @param collector the collector that counted
 * @param envoy a name of the Envoy that is unique among the Envoys that this collector reads
 * @param node the node id of the Envoy, which identifies it when several collectors read it; empty if unknown
 * @param start the minute's start by the collector's clock, a whole minute since 1970
 * @param counts requests by second
 */
public record EnvoyMinute(
        String pool, String collector, String envoy, String node, Instant start, SecondCounts counts) {
    private static final int LONGEST_NAME = 300;
    private static final int LONGEST_NODE = 500;

    public EnvoyMinute {
        TrafficMinute.requirePool(pool);
        requireName(collector, "collector");
        requireName(envoy, "envoy");
        if (node.length() > LONGEST_NODE) {
            throw new IllegalArgumentException("node is longer than " + LONGEST_NODE);
        }
        TrafficMinute.requireWholeMinute(start);
        Objects.requireNonNull(counts, "counts");
    }

    /** The end of the minute. */
    public Instant end() {
        return start.plus(Duration.ofMinutes(1));
    }

    private static void requireName(String value, String name) {
        if (value.isBlank() || value.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(name + " is empty or longer than " + LONGEST_NAME);
        }
    }
}
