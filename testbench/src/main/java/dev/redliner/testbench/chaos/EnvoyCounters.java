package dev.redliner.testbench.chaos;

import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The request counters of one process of an Envoy, as a collector reads them. */
final class EnvoyCounters {
    private static final int FAST = LatencyHistogram.bucketOf(Duration.ofMillis(20));
    private static final int SLOW = LatencyHistogram.bucketOf(Duration.ofMillis(150));

    private final Instant startedAt;
    private double fast;
    private double slow;
    private double errors;
    private double ofPeers;
    private double peerErrors;

    EnvoyCounters(Instant startedAt) {
        this.startedAt = startedAt;
    }

    /**
     * Counts requests.
     *
     * @param toSut requests to the SUT
     * @param toPeers requests to the peers
     * @param slowFraction fraction of the SUT's requests that were slow
     */
    void add(double toSut, double toPeers, double slowFraction, SimulatedPool pool) {
        double late = pool.dead() ? 0 : toSut * slowFraction;
        slow += late;
        fast += toSut - late;
        errors += pool.dead() ? toSut : 0;
        ofPeers += toPeers;
        peerErrors += pool.peersSuffer() ? 0.2 * toPeers : 0;
    }

    /** @param foreign the share that an operator's layer holds, or null if none does */
    Reading sut(@Nullable Share foreign) {
        Map<String, Double> gauges = foreign == null ? Map.of() : Map.of(MetricNames.FOREIGN_SHARE, foreign.fraction());
        return reading(gauges, (long) fast, (long) slow, errors);
    }

    Reading peers() {
        return reading(Map.of(), (long) ofPeers, 0, peerErrors);
    }

    private Reading reading(Map<String, Double> gauges, long quick, long late, double failed) {
        double answered = quick + late;
        return new Reading(
                startedAt,
                gauges,
                Map.of(
                        MetricNames.REQUESTED,
                        answered,
                        MetricNames.COMPLETED,
                        answered,
                        MetricNames.ERRORS,
                        Math.floor(failed)),
                Map.of(MetricNames.LATENCY, new TreeMap<>(Map.of(FAST, quick, SLOW, late))),
                List.of());
    }
}
