package dev.redliner.standalone.traffic;

import java.util.SplittableRandom;

/**
 * When the next request is due. Gaps are exponential. A change of the rate draws the running gap anew, which is exact:
 * the process has no memory.
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

    /** From now on this many requests per second, on average. */
    void rate(double rps, long now) {
        nanosPerRequest = 1e9 / rps;
        dueNanos = now + gap();
    }

    /** When the next request is due, on the clock given. */
    long dueNanos() {
        return (long) dueNanos;
    }

    /** The due request was sent; the next is due one gap after the due time, however late this one went out. */
    void sent() {
        dueNanos += gap();
    }

    private double gap() {
        return random.nextExponential() * nanosPerRequest;
    }
}
