package dev.redliner.standalone.traffic;

import java.util.SplittableRandom;

/**
 * Computes the due time of the next request. Gaps are exponential. A change of the rate draws the running gap anew,
 * which is exact because the process has no memory.
 */
final class PoissonArrivals {
    private final SplittableRandom random;
    private double nanosPerRequest;
    private double dueNanos;

    PoissonArrivals(double rps, long now, long seed) {
        this.random = new SplittableRandom(seed);
        this.dueNanos = now;
        rate(rps, now);
    }

    /** Sets the mean rate, in requests per second. */
    void rate(double rps, long now) {
        nanosPerRequest = 1e9 / rps;
        dueNanos = now + gap();
    }

    /** Due time of the next request, on the given clock. */
    long dueNanos() {
        return (long) dueNanos;
    }

    /**
     * Confirms that the due request was sent. The next request is due one gap after that due time, even if the request
     * was late.
     */
    void sent() {
        dueNanos += gap();
    }

    private double gap() {
        return random.nextExponential() * nanosPerRequest;
    }
}
