package dev.redliner.standalone.faults;

import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;

/** Looks at the share that Envoy holds all the time, and remembers the highest. */
final class Lookout implements AutoCloseable {
    private static final long LOOK_NANOS = 50_000_000;

    private final LivePool pool;
    private final Thread thread = new Thread(this::look, "lookout");
    private volatile double highest;
    private volatile boolean closed;

    Lookout(LivePool pool) {
        this.pool = pool;
        thread.setDaemon(true);
        thread.start();
    }

    private void look() {
        while (!closed) {
            OptionalDouble share = pool.override();
            if (share.isPresent()) {
                highest = Math.max(highest, share.getAsDouble());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** The highest share of ours that Envoy held since; 0 if it held none. */
    double highest() {
        return highest;
    }

    @Override
    public void close() {
        closed = true;
    }
}
