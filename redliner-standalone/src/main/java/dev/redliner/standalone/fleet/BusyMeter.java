package dev.redliner.standalone.fleet;

/** The busy fraction of the workers over the last second, from readings of their summed busy time. */
final class BusyMeter {
    /** Interval of the readings. */
    static final long PERIOD_NANOS = 100_000_000;

    private static final int READINGS = 11;

    private final int workers;
    private final long[] at = new long[READINGS];
    private final long[] busy = new long[READINGS];
    private int size;
    private int oldest;

    BusyMeter(int workers) {
        this.workers = workers;
    }

    void read(long now, long busyNanos) {
        int slot = (oldest + size) % READINGS;
        at[slot] = now;
        busy[slot] = busyNanos;
        if (size < READINGS) {
            size++;
        } else {
            oldest = (oldest + 1) % READINGS;
        }
    }

    /**
     * Busy fraction, 0 to 1, between now and the oldest kept reading, a second ago. It is 0 before the first reading.
     */
    double fraction(long now, long busyNanos) {
        if (size == 0 || now <= at[oldest]) {
            return 0;
        }
        return Math.min(1, Math.max(0, (busyNanos - busy[oldest]) / ((double) (now - at[oldest]) * workers)));
    }
}
