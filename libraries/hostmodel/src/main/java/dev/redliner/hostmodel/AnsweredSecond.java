package dev.redliner.hostmodel;

import java.time.Duration;

/** Counts of a host's answers in one second. Mutable while the second is simulated. */
final class AnsweredSecond {
    /** Buckets per octave of latency. */
    static final int PER_OCTAVE = 32;

    static final int LOWEST_EXPONENT = -4;
    private static final int BUCKETS = 20 * PER_OCTAVE;
    private static final long FIRST = (1023L + LOWEST_EXPONENT) * PER_OCTAVE;

    final long[] buckets = new long[BUCKETS];
    long arrivals;
    long completed;
    long withLatency;
    long errors;
    long timeouts;
    long slow;
    double latencySum;
    double busy;

    private final double limit;
    private final double timeout;

    AnsweredSecond(Duration limit, double timeoutSeconds) {
        this.limit = limit.toNanos() / 1e9;
        this.timeout = timeoutSeconds;
    }

    /** Counts a request that was answered, or given up, after this many seconds. */
    void answered(double seconds) {
        completed++;
        withLatency++;
        double latency = seconds;
        if (latency > timeout) {
            latency = timeout;
            errors++;
            timeouts++;
        }
        if (latency > limit) {
            slow++;
        }
        latencySum += latency;
        // the exponent and the first five digits of a double's binary fraction are the bucket
        long bucket = (Double.doubleToRawLongBits(latency * 1000) >> 47) - FIRST;
        buckets[(int) Math.max(0, Math.min(BUCKETS - 1, bucket))]++;
    }

    /** Counts a request that failed at once. */
    void failed() {
        completed++;
        errors++;
    }

    /** Slow or failed requests, each counted once. */
    double bad() {
        return slow + errors - timeouts;
    }
}
