package dev.redliner.testbench.faults;

import java.util.concurrent.locks.LockSupport;

/** Reads the share that Envoy holds continuously, and keeps the highest. */
final class Lookout implements AutoCloseable {
    private static final long LOOK_NANOS = 50_000_000;
    /** A share that is ordered again stays for a whole TTL, so two reads this far apart miss nothing. */
    private static final long LONGEST_GAP_NANOS = RestoreBound.TTL.toNanos();

    private final LivePool pool;
    private final Thread thread = new Thread(this::look, "lookout");
    private volatile double highest;
    private volatile long longestGap;
    private volatile long lastRead = System.nanoTime();
    private volatile String failure = "";
    private volatile boolean closed;

    Lookout(LivePool pool) {
        this.pool = pool;
        thread.setDaemon(true);
        thread.start();
    }

    private void look() {
        while (!closed) {
            try {
                highest = Math.max(highest, pool.override().orElse(0));
                longestGap = Math.max(longestGap, System.nanoTime() - lastRead);
                lastRead = System.nanoTime();
            } catch (RuntimeException unread) {
                failure = String.valueOf(unread);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /**
     * The highest share from Redliner that Envoy has held since the start, or 0 if it held none.
     *
     * @throws IllegalStateException if Envoy could not be read for so long that a share may have been missed
     */
    double highest() {
        long gap = Math.max(longestGap, System.nanoTime() - lastRead);
        if (gap > LONGEST_GAP_NANOS) {
            throw new IllegalStateException("the Envoy was not read for " + gap / 1e9 + " s: " + failure);
        }
        return highest;
    }

    @Override
    public void close() {
        closed = true;
    }
}
