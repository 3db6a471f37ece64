package dev.redliner.testbench.faults.campaign;

import dev.redliner.testbench.faults.LivePool;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;

/** Reads continuously whether an Envoy holds a share from Redliner, and records the moments at which it does. */
final class OverrideSightings implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(50);

    private final LivePool pool;
    private final InstantSource clock;
    private final List<Instant> seen = new ArrayList<>();
    private final Thread thread = new Thread(this::look, "sightings");
    private volatile boolean closed;

    OverrideSightings(LivePool pool, InstantSource clock) {
        this.pool = pool;
        this.clock = clock;
        thread.setDaemon(true);
        thread.start();
    }

    private void look() {
        while (!closed) {
            // taken before the read: Envoy held the share then or later
            Instant asked = clock.instant();
            if (override().isPresent()) {
                synchronized (seen) {
                    seen.add(asked);
                }
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /** The override, or empty. It is also empty while Envoy stands still and does not answer. */
    private OptionalDouble override() {
        try {
            return pool.override();
        } catch (IllegalStateException silent) {
            return OptionalDouble.empty();
        }
    }

    /** The moments at which Envoy held a share. */
    List<Instant> all() {
        synchronized (seen) {
            return List.copyOf(seen);
        }
    }

    /** The last moment at which Envoy held a share, or empty if it never did. */
    Optional<Instant> last() {
        List<Instant> all = all();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
