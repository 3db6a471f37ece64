package dev.redliner.collector.envoy;

import static dev.redliner.contracts.sample.MetricNames.INVALIDATING_PREFIX;

import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.pool.EnvoySettings;
import java.util.HashMap;

/**
 * What makes a step invalid if it befalls the SUT's cluster. In the peers' it says nothing of the SUT: a peer that an
 * Envoy took out of rotation may be out for days.
 */
final class SutReading {
    /** While a host is ejected, others have its traffic. */
    private static final String EJECTED_NOW = "outlier_detection.ejections_active";

    private static final String EJECTIONS = "outlier_detection.ejections_enforced_total";

    /** Its one request that never ends is the stream from which the Envoy has its share. */
    private static final String XDS = "cluster." + EnvoySettings.XDS_CLUSTER + ".";

    private SutReading() {}

    /** The reading of the SUT's cluster, and this. */
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
