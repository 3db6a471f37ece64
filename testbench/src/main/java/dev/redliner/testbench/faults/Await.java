package dev.redliner.testbench.faults;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for real processes. */
public final class Await {
    static final Duration LOOK = Duration.ofMillis(100);

    private Await() {}

    /**
     * Waits until a condition holds.
     *
     * @param seen the state that was seen instead, for the message
     * @throws IllegalStateException if the condition does not hold in time
     */
    public static void await(String what, Duration within, Supplier<Boolean> so, Supplier<String> seen) {
        first(what, within, () -> so.get() ? Optional.of(true) : Optional.empty(), seen);
    }

    /**
     * Waits until there is a value, and returns it.
     *
     * @param seen the last state, for the message
     * @throws IllegalStateException if there is no value in time
     */
    public static <T> T first(String what, Duration within, Supplier<Optional<T>> value, Supplier<String> seen) {
        long deadline = System.nanoTime() + within.toNanos();
        while (true) {
            Optional<T> found = value.get();
            if (found.isPresent()) {
                return found.get();
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "waited " + within.toSeconds() + " s for " + what + "; seen: " + seen.get());
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }
}
