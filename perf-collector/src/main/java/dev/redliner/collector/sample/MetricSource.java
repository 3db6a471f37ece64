package dev.redliner.collector.sample;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** A source of metrics: a host, a service's scrape page, an Envoy. Read by one thread at a time. */
public interface MetricSource {

    /** The name of the gap if the whole source is missing, such as {@code scrape:http://…}. */
    String name();

    /** The hosts of the source; each gets a reading from each successful read. */
    Set<String> hosts();

    /**
     * Reads the source, blocking.
     *
     * @param at when the read was due
     * @param limit the time limit of the read
     * @return a reading for each of {@link #hosts()}
     * @throws ReadFailed if the source could not be read
     */
    Map<String, Reading> read(Instant at, Duration limit) throws ReadFailed;

    /**
     * Node id of the Envoy that the source reads; empty if it is not available yet, or if the source reads no Envoy.
     */
    default String envoy() {
        return "";
    }

    /** Releases the resources of the source. */
    default void close() {}
}
