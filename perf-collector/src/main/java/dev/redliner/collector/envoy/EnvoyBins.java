package dev.redliner.collector.envoy;

import dev.redliner.contracts.sample.LatencyHistogram;
import java.time.Duration;

/** Envoy's histogram bins, in ms with two significant digits, as our buckets, which are the same in seconds. */
final class EnvoyBins {
    /** Envoy counts whole ms, so its bin at zero is all below 1 ms; the bucket right below 1 ms never understates it. */
    private static final int BELOW_ONE_MS = LatencyHistogram.bucketOf(Duration.ofNanos(995_000));

    private EnvoyBins() {}

    /**
     * The bucket of a bin. Taken from the bin's middle, since its bounds come with rounding errors
     * ({@code 110.00000000000001}).
     */
    static int bucketOf(double lowerMs, double widthMs) {
        double middleMs = lowerMs + widthMs / 2;
        return middleMs < 1 ? BELOW_ONE_MS : LatencyHistogram.bucketOf(Duration.ofNanos(Math.round(middleMs * 1e6)));
    }
}
