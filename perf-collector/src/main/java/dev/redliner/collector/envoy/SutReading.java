package dev.redliner.collector.envoy;

import static dev.redliner.contracts.sample.MetricNames.INVALIDATING_PREFIX;

import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.pool.EnvoySettings;
import java.util.HashMap;

/**
 * Adds the events that make a step invalid if they occur in the SUT's cluster. In the peers' cluster they are
 * irrelevant for the SUT: an Envoy may have ejected a peer for days.
 */
final class SutReading {
    /** While a host is ejected, other hosts have its traffic. */
    private static final String EJECTED_NOW = "outlier_detection.ejections_active";

    private static final String EJECTIONS = "outlier_detection.ejections_enforced_total";

    /**
     * The cluster of the redirectors. Its one request that never ends is the stream that delivers the share to the
     * Envoy.
     */
    private static final String XDS = "cluster." + EnvoySettings.XDS_CLUSTER + ".";

    private SutReading() {}

    /** The reading of the SUT's cluster with these events added. */
    static Reading of(Reading reading, EnvoyStats stats, String cluster) {
        String prefix = "cluster." + cluster + ".";
        if (stats.value(prefix + "membership_total").isEmpty()) {
            return reading;
        }
        var counters = new HashMap<>(reading.counters());
        counters.put(INVALIDATING_PREFIX + EJECTIONS, stats.valueOrZero(prefix + EJECTIONS));
        var gauges = new HashMap<>(reading.gauges());
        gauges.put(INVALIDATING_PREFIX + EJECTED_NOW, stats.valueOrZero(prefix + EJECTED_NOW));
        if (stats.value(XDS + "membership_total").isPresent()) {
            boolean lost = stats.valueOrZero(XDS + "upstream_rq_active") == 0;
            gauges.put(INVALIDATING_PREFIX + "xds_stream_lost", lost ? 1.0 : 0.0);
        }
        return new Reading(reading.startedAt(), gauges, counters, reading.latencies(), reading.gaps());
    }
}
