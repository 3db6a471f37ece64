package dev.redliner.standalone.fleet;

import java.time.Duration;

/**
 * The conditions for a load to count as sustainable in the long run.
 *
 * @param latencyLimit limit of the 99th percentile of the latency
 * @param maxErrorFraction failed requests per request, 0 to 1
 */
public record Objective(Duration latencyLimit, double maxErrorFraction) {
    /** The demo's objective: p99 within 100 ms, at most 0.1% errors. */
    public static final Objective DEMO = new Objective(Duration.ofMillis(100), 0.001);

    /** Fraction of the requests that may exceed the limit of a 99th percentile. */
    static final double TAIL = 0.01;

    public Objective {
        if (latencyLimit.isNegative() || latencyLimit.isZero()) {
            throw new IllegalArgumentException("latencyLimit " + latencyLimit);
        }
        if (!(maxErrorFraction >= 0 && maxErrorFraction < 1)) {
            throw new IllegalArgumentException("maxErrorFraction " + maxErrorFraction + " is not within 0 to 1");
        }
    }
}
