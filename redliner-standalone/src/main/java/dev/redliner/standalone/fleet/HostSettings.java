package dev.redliner.standalone.fleet;

import java.time.Duration;
import java.util.Objects;

/**
 * Capacity and limits of a host: {@code workers} serve one queue, first come first served.
 *
 * @param workers requests served at once
 * @param meanService mean time a worker needs for a request
 * @param serviceVariation coefficient of variation of that time (standard deviation over mean); 0 is constant, all
 *     other values lognormal
 * @param baseLatency added to every answer without occupying a worker
 * @param queueLimit requests that may wait; the next one is answered 503 at once
 * @param patience a request that would wait longer for a worker is answered 504 after this long and costs no work
 */
public record HostSettings(
        int workers,
        Duration meanService,
        double serviceVariation,
        Duration baseLatency,
        int queueLimit,
        Duration patience) {

    /**
     * The demo's hosts: 6 workers, 15 ms on average, variation 0.8. They saturate at 400 requests per second and hold a
     * p99 of 100 ms up to some 355.
     *
     * <p>Reasons for these values: at half of that load the p99 is 60 ms and the median 12 ms, at 95% 72 ms, at 105%
     * 143 ms, at 110% 320 ms. The knee is plain to see, and yet a load 10% over the redline is still below saturation:
     * latency settles instead of growing without end. With less variation (0.5) the p99 goes from 75 ms to 170 ms
     * within the same 10%, and 110% is no longer stable. With more variation (1.0) a tenth of load moves the p99 by 30
     * ms only.
     */
    public static final HostSettings DEMO =
            new HostSettings(6, Duration.ofMillis(15), 0.8, Duration.ZERO, 400, Duration.ofSeconds(2));

    public HostSettings {
        if (workers < 1 || workers > 10_000) {
            throw new IllegalArgumentException("workers " + workers + " is not within 1 to 10000");
        }
        if (meanService.isNegative() || meanService.isZero()) {
            throw new IllegalArgumentException("meanService " + meanService);
        }
        if (!(serviceVariation >= 0 && serviceVariation <= 10)) {
            throw new IllegalArgumentException("serviceVariation " + serviceVariation + " is not within 0 to 10");
        }
        if (Objects.requireNonNull(baseLatency, "baseLatency").isNegative()) {
            throw new IllegalArgumentException("baseLatency " + baseLatency);
        }
        if (queueLimit < 0) {
            throw new IllegalArgumentException("queueLimit " + queueLimit);
        }
        if (Objects.requireNonNull(patience, "patience").isNegative()) {
            throw new IllegalArgumentException("patience " + patience);
        }
    }

    /** Requests per second at which all workers are always busy. */
    public double saturationRps() {
        return workers / (meanService.toNanos() / 1e9);
    }
}
