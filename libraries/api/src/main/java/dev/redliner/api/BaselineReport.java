package dev.redliner.api;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The SUT under its normal load.
 *
 * @param rps requests per second at one host
 * @param p50Ms median latency; null if unknown
 * @param p99Ms 99th percentile; null if unknown
 * @param errorRate failures per completed request
 * @param poolRps requests per second of the whole pool
 * @param identity values that are constant as long as the SUT is not restarted, redeployed or resized, by host and
 *     name
 * @param signals the mean of each signal, as in {@link StepReport}
 * @param properties texts about the hosts of the SUT, such as kernel, CPU model, version and flags of the JVM; by host
 *     and name
 */
public record BaselineReport(
        double rps,
        @Nullable Double p50Ms,
        @Nullable Double p99Ms,
        double errorRate,
        double poolRps,
        Map<String, Double> identity,
        Map<String, Double> signals,
        Map<String, String> properties) {

    /** A baseline without properties. */
    public BaselineReport(
            double rps,
            @Nullable Double p50Ms,
            @Nullable Double p99Ms,
            double errorRate,
            double poolRps,
            Map<String, Double> identity,
            Map<String, Double> signals) {
        this(rps, p50Ms, p99Ms, errorRate, poolRps, identity, signals, Map.of());
    }

    public BaselineReport {
        // reports that were stored before the identity, the signals or the properties existed have none
        identity = identity == null ? Map.of() : Map.copyOf(identity);
        signals = signals == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(signals));
        properties = properties == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(properties));
    }
}
