package dev.redliner.contracts.sample;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One reporter's reading of one subject over one interval.
 *
 * @param pool the pool, which is also the record's key
 * @param host the host it is about, or {@link #PEERS}
 * @param reporter who measured: a node's collector, or the one beside an Envoy
 * @param epoch when the reporter's process started, ms since 1970; a new epoch restarts the sequence
 * @param sequence counts up by one for each batch of (reporter, host, epoch), from zero
 * @param time end of the interval by the reporter's clock
 * @param interval length of the interval, above zero and at most an hour
 * @param gauges readings at the end of the interval; seconds, bytes, fractions of 1; never NaN or infinite
 * @param counters increases over the interval, never negative
 * @param latencies histograms of what was answered in the interval
 * @param gaps what should be here and is not
 * @param envoy node id of the Envoy whose counts these are, as it connects to a redirector; empty if it is about no Envoy
 */
public record SampleBatch(
        String pool,
        String host,
        String reporter,
        long epoch,
        long sequence,
        Instant time,
        Duration interval,
        Map<String, Double> gauges,
        Map<String, Double> counters,
        Map<String, LatencyHistogram> latencies,
        List<Gap> gaps,
        String envoy) {

    /** The subject of a batch about the rest of the pool taken together. */
    public static final String PEERS = "@peers";

    private static final int LONGEST_TEXT = 1_000;

    /** A reading of no Envoy. */
    public SampleBatch(
            String pool,
            String host,
            String reporter,
            long epoch,
            long sequence,
            Instant time,
            Duration interval,
            Map<String, Double> gauges,
            Map<String, Double> counters,
            Map<String, LatencyHistogram> latencies,
            List<Gap> gaps) {
        this(pool, host, reporter, epoch, sequence, time, interval, gauges, counters, latencies, gaps, "");
    }

    public SampleBatch {
        SampleBounds.check(epoch, sequence, time, interval);
        requireText(pool, "pool");
        requireText(host, "host");
        requireText(reporter, "reporter");
        Objects.requireNonNull(envoy, "envoy");
        gauges = Map.copyOf(gauges);
        counters = Map.copyOf(counters);
        latencies = Map.copyOf(latencies);
        gaps = List.copyOf(gaps);
        gauges.forEach((name, value) -> requireFinite(name, value));
        counters.forEach((name, value) -> {
            requireFinite(name, value);
            if (value < 0) {
                throw new IllegalArgumentException("counter " + name + " fell by " + -value);
            }
        });
        SampleBounds.checkRequests(counters, latencies);
    }

    /**
     * Who measured what: two collectors may each read an Envoy of their own machine at the same address, and then the
     * Envoys' node ids tell their batches apart.
     */
    public String source() {
        return envoy.isEmpty() ? reporter : reporter + "#" + envoy;
    }

    /**
     * Whether it counts requests in full. If a part is missing, as when one counter was reset, the others say nothing:
     * without its errors a load would look better than it was.
     */
    public boolean countsRequests() {
        return counters.containsKey(MetricNames.REQUESTED)
                && counters.containsKey(MetricNames.COMPLETED)
                && counters.containsKey(MetricNames.ERRORS)
                && latencies.containsKey(MetricNames.LATENCY);
    }

    private static void requireText(String value, String name) {
        if (value.isBlank() || value.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException(name + " is empty or longer than " + LONGEST_TEXT + " characters");
        }
    }

    private static void requireFinite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " is " + value + "; what is not a number is a gap");
        }
    }
}
