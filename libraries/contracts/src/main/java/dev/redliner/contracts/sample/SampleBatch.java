package dev.redliner.contracts.sample;

import dev.redliner.contracts.pool.DependencyMetric;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One reporter's reading of one entity over one interval.
 *
 * @param pool the pool, which is also the record's key
 * @param host the host that the batch is about, {@link #PEERS}, or the {@linkplain DependencyMetric#entity entity} of a
 *     dependency
 * @param reporter the collector that measured: that of a node, or the one next to an Envoy
 * @param epoch start of the reporter's process, ms since 1970; a new epoch restarts the sequence
 * @param sequence counts up by one for each batch of (reporter, host, epoch), from zero
 * @param time end of the interval by the reporter's clock
 * @param interval length of the interval, above zero and at most an hour
 * @param gauges readings at the end of the interval; seconds, bytes, fractions of 1; never NaN or infinite
 * @param counters increases over the interval, never negative
 * @param latencies histograms of the requests answered in the interval
 * @param gaps missing readings
 * @param envoy node id of the Envoy that counted, as it connects to a redirector; empty if the batch is about no Envoy
 * @param properties texts by the names of {@link HostProperties}; empty in most batches
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
        String envoy,
        Map<String, String> properties) {

    /** The entity of a batch about all peers taken together. */
    public static final String PEERS = "@peers";

    private static final int LONGEST_TEXT = 1_000;

    /** A reading without properties. */
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
            List<Gap> gaps,
            String envoy) {
        this(pool, host, reporter, epoch, sequence, time, interval, gauges, counters, latencies, gaps, envoy, Map.of());
    }

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
        properties = Map.copyOf(properties);
        HostProperties.check(properties);
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
     * The source of the measurement. Two collectors may each read an Envoy of their own machine at the same address;
     * the node ids of the Envoys then distinguish their batches.
     */
    public String source() {
        return envoy.isEmpty() ? reporter : reporter + "#" + envoy;
    }

    /**
     * Whether the batch counts requests in full. If a part is missing, such as after the reset of one counter, the
     * other parts must not be used: without its errors a load would appear better than it was.
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
