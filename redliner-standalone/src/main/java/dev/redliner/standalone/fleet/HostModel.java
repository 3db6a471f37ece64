package dev.redliner.standalone.fleet;

import java.util.Arrays;

/**
 * A first-come-first-served queue with {@code c} workers, computed exactly. The arrival of a request already determines
 * the worker that will be free first. The request therefore starts at {@code max(arrival, earliest free worker)} and
 * completes at {@code start + service time}. No thread ever waits, so the capacity is that of the model and not that of
 * the machine.
 *
 * <p>Times are nanoseconds of any one clock. Arrivals must not go back in time. Not thread-safe.
 */
final class HostModel {
    private final HostSettings settings;
    private final ServiceTimes serviceTimes;
    private final long[] freeAt;
    private final WaitingLine waiting;
    private final long baseNanos;
    private final long patienceNanos;
    private double slowness = 1;
    private long assignedNanos;

    HostModel(HostSettings settings, ServiceTimes serviceTimes, long now) {
        this.settings = settings;
        this.serviceTimes = serviceTimes;
        this.freeAt = new long[settings.workers()];
        Arrays.fill(freeAt, now);
        this.waiting = new WaitingLine(Math.max(1, settings.queueLimit()));
        this.baseNanos = settings.baseLatency().toNanos();
        this.patienceNanos = settings.patience().toNanos();
    }

    /** From now on service times are this many times longer. A factor of 1 is the normal speed. */
    void slow(double factor) {
        if (!(factor > 0 && factor <= 1_000)) {
            throw new IllegalArgumentException("slow by a factor of " + factor);
        }
        slowness = factor;
    }

    /** Accepts a request and computes its outcome. */
    Answer arrive(long now) {
        int worker = firstFree();
        long start = Math.max(now, freeAt[worker]);
        waiting.leaveUntil(now);
        if (start > now) {
            if (waiting.size() >= settings.queueLimit()) {
                return new Answer(503, now, now + baseNanos);
            }
            boolean givesUp = start - now > patienceNanos;
            waiting.join(givesUp ? now + patienceNanos : start);
            if (givesUp) {
                return new Answer(504, now + patienceNanos, now + patienceNanos + baseNanos);
            }
        }
        long service = Math.round(serviceTimes.nextNanos() * slowness);
        freeAt[worker] = start + service;
        assignedNanos += service;
        return new Answer(200, start, start + service + baseNanos);
    }

    /**
     * Worker time used up to now, in nanoseconds summed over the workers. The result is exact: a busy worker works
     * without a pause until it is free. The unfinished part of the assigned work is therefore the sum of those
     * stretches.
     */
    long busyNanos(long now) {
        long left = 0;
        for (long free : freeAt) {
            left += Math.max(0, free - now);
        }
        return assignedNanos - left;
    }

    private int firstFree() {
        int first = 0;
        for (int worker = 1; worker < freeAt.length; worker++) {
            if (freeAt[worker] < freeAt[first]) {
                first = worker;
            }
        }
        return first;
    }
}
