package dev.redliner.collector.sample;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** Something that shows metrics: a host, a service's scrape page, an Envoy. Read by one thread at a time. */
public interface MetricSource {

    /** What a gap is called if all of the source is missing, such as {@code scrape:http://…}. */
    String name();

    /** The hosts that it tells about; each gets a reading from each successful read. */
    Set<String> hosts();

    /**
     * Reads it, blocking.
     *
     * @param at the tick it is read for
     * @param limit when to give up
     * @return a reading for each of {@link #hosts()}
     * @throws ReadFailed if it could not be read
     */
    Map<String, Reading> read(Instant at, Duration limit) throws ReadFailed;

    /** Node id of the Envoy that it reads; empty if that is not known yet, or if it reads no Envoy. */
    default String envoy() {
        return "";
    }

    /** Frees what it holds. */
    default void close() {}
}
