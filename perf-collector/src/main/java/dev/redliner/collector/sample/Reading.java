package dev.redliner.collector.sample;

import dev.redliner.contracts.sample.Gap;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What one source showed of one subject at one moment, as it showed it: counters as totals since their start.
 *
 * @param startedAt when the process behind the source started, if it tells; a later start resets all of its counters
 * @param gauges present values; not a number or infinite becomes a gap
 * @param counters totals since the start of the process
 * @param latencies totals by bucket of {@link dev.redliner.contracts.sample.LatencyHistogram}
 * @param gaps what the source should have shown and did not
 */
public record Reading(
        @Nullable Instant startedAt,
        Map<String, Double> gauges,
        Map<String, Double> counters,
        Map<String, SortedMap<Integer, Long>> latencies,
        List<Gap> gaps) {

    public Reading {
        gauges = Map.copyOf(gauges);
        counters = Map.copyOf(counters);
        latencies = Map.copyOf(latencies);
        gaps = List.copyOf(gaps);
    }
}
