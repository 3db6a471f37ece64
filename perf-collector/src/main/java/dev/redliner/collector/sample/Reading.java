package dev.redliner.collector.sample;

import dev.redliner.contracts.sample.Gap;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The values of one entity in one source at one moment, as exposed by the source: counters are totals since their
 * start.
 *
 * @param startedAt start of the process behind the source, if it is reported; a later start resets all its counters
 * @param gauges present values; NaN or infinity becomes a gap
 * @param counters totals since the start of the process
 * @param latencies totals by bucket of {@link dev.redliner.contracts.sample.LatencyHistogram}
 * @param gaps values that the source should have exposed and did not
 * @param properties texts by the names of {@link dev.redliner.contracts.sample.HostProperties}
 */
public record Reading(
        @Nullable Instant startedAt,
        Map<String, Double> gauges,
        Map<String, Double> counters,
        Map<String, SortedMap<Integer, Long>> latencies,
        List<Gap> gaps,
        Map<String, String> properties) {

    /** A reading without properties. */
    public Reading(
            @Nullable Instant startedAt,
            Map<String, Double> gauges,
            Map<String, Double> counters,
            Map<String, SortedMap<Integer, Long>> latencies,
            List<Gap> gaps) {
        this(startedAt, gauges, counters, latencies, gaps, Map.of());
    }

    public Reading {
        gauges = Map.copyOf(gauges);
        counters = Map.copyOf(counters);
        latencies = Map.copyOf(latencies);
        gaps = List.copyOf(gaps);
        properties = Map.copyOf(properties);
    }
}
