package dev.redliner.collector.envoy;

import static dev.redliner.contracts.sample.MetricNames.ACTIVE;
import static dev.redliner.contracts.sample.MetricNames.BROKEN_CONNECTIONS;
import static dev.redliner.contracts.sample.MetricNames.COMPLETED;
import static dev.redliner.contracts.sample.MetricNames.CONNECT_FAILURES;
import static dev.redliner.contracts.sample.MetricNames.ERRORS;
import static dev.redliner.contracts.sample.MetricNames.GIVEN_UP;
import static dev.redliner.contracts.sample.MetricNames.INVALIDATING_PREFIX;
import static dev.redliner.contracts.sample.MetricNames.LATENCY;
import static dev.redliner.contracts.sample.MetricNames.REQUESTED;
import static dev.redliner.contracts.sample.MetricNames.RESETS;
import static dev.redliner.contracts.sample.MetricNames.TIMEOUTS;

import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.Gap;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An Envoy's statistics of one cluster, under the names that rules use. */
final class ClusterReading {
    static final List<String> INVALIDATING = List.of(
            "upstream_rq_pending_overflow",
            "upstream_rq_active_overflow",
            "upstream_cx_overflow",
            "upstream_rq_retry",
            "upstream_rq_retry_overflow",
            "lb_healthy_panic");

    private static final Map<String, String> COUNTERS = Map.of(
            REQUESTED,
            "upstream_rq_total",
            COMPLETED,
            "upstream_rq_completed",
            ERRORS,
            "upstream_rq_5xx",
            CONNECT_FAILURES,
            "upstream_cx_connect_fail",
            RESETS,
            "upstream_rq_rx_reset",
            BROKEN_CONNECTIONS,
            "upstream_cx_destroy_remote_with_active_rq");

    private static final Map<String, String> GAUGES = Map.of(
            "envoy.membership_total",
            "membership_total",
            "envoy.membership_healthy",
            "membership_healthy",
            ACTIVE,
            "upstream_rq_active",
            "envoy.ejections_active",
            "outlier_detection.ejections_active");

    private ClusterReading() {}

    /** @param startedAt start of the Envoy, if it is reported */
    static Reading of(EnvoyStats stats, String cluster, @Nullable Instant startedAt) {
        String prefix = "cluster." + cluster + ".";
        // each cluster has this from its first moment, so its absence distinguishes a missing cluster from an idle one
        if (stats.value(prefix + "membership_total").isEmpty()) {
            var gap = new Gap("envoy:" + cluster, "the Envoy has no such cluster");
            return new Reading(startedAt, Map.of(), Map.of(), Map.of(), List.of(gap));
        }
        var counters = new HashMap<String, Double>();
        COUNTERS.forEach((name, stat) -> counters.put(name, stats.valueOrZero(prefix + stat)));
        counters.put(
                TIMEOUTS,
                stats.valueOrZero(prefix + "upstream_rq_timeout")
                        + stats.valueOrZero(prefix + "upstream_rq_per_try_timeout"));
        // HTTP/1 closes the connection, HTTP/2 resets the stream
        counters.put(
                GIVEN_UP,
                stats.valueOrZero(prefix + "upstream_cx_destroy_local_with_active_rq")
                        + stats.valueOrZero(prefix + "upstream_rq_tx_reset"));
        INVALIDATING.forEach(stat -> counters.put(INVALIDATING_PREFIX + stat, stats.valueOrZero(prefix + stat)));
        var gauges = new HashMap<String, Double>();
        GAUGES.forEach((name, stat) -> gauges.put(name, stats.valueOrZero(prefix + stat)));
        SortedMap<Integer, Long> latency = stats.latencies().getOrDefault(prefix + "upstream_rq_time", new TreeMap<>());
        return new Reading(startedAt, gauges, counters, Map.of(LATENCY, latency), List.of());
    }
}
