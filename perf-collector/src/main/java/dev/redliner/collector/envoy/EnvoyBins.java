package dev.redliner.collector.envoy;

import dev.redliner.contracts.sample.LatencyHistogram;
import java.time.Duration;

/**
 * Converts Envoy's histogram bins, in ms with two significant digits, to our buckets, which are the same in seconds.
 */
final class EnvoyBins {
    /**
     * Envoy counts whole ms, so its bin at zero holds all latencies below 1 ms. They count in the bucket directly below
     * 1 ms, so that a latency is never understated.
     */
    static final int BELOW_ONE_MS = LatencyHistogram.bucketOf(Duration.ofNanos(995_000));

    private EnvoyBins() {}

    /**
     * The bucket of a bin. It is determined from the middle of the bin, because the bounds have rounding errors
     * ({@code 110.00000000000001}).
     */
    static int bucketOf(double lowerMs, double widthMs) {
        double middleMs = lowerMs + widthMs / 2;
        return middleMs < 1 ? BELOW_ONE_MS : LatencyHistogram.bucketOf(Duration.ofNanos(Math.round(middleMs * 1e6)));
    }
}
