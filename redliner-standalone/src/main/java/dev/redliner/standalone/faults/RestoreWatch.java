package dev.redliner.standalone.faults;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Measures how long it takes until the traffic is back, by what Envoy itself says and counts. Its clock begins when it is
 * made: make it at the moment of the fault.
 */
public final class RestoreWatch {
    /** What Redliner promises. */
    public static final Duration PROMISED = Duration.ofSeconds(30);

    /** Few enough to be quick, many enough to tell a shifted share from the baseline. */
    private static final int REQUESTS = 200;

    private static final Duration LOOK = Duration.ofMillis(10);
    /** Standard deviations that chance may make up for. */
    private static final double CHANCE = 3;

    private final EnvoyAdmin envoy;
    private final long from = System.nanoTime();

    RestoreWatch(EnvoyAdmin envoy) {
        this.envoy = envoy;
    }

    /**
     * What was measured.
     *
     * @param overrideGone from the fault until Envoy held no share of ours
     * @param seenBack from the fault until that many requests since then had shown the baseline share
     */
    public record Restored(Duration overrideGone, Duration seenBack) {}

    /**
     * Waits for it.
     *
     * @throws IllegalStateException if it is not back within {@link #PROMISED}
     */
    public Restored await() {
        while (envoy.overridden()) {
            pause(() -> "Envoy still holds " + envoy.override());
        }
        Duration gone = sinceFault();
        EnvoyAdmin.Counts before = envoy.counts();
        while (true) {
            EnvoyAdmin.Counts since = envoy.counts().since(before);
            if (since.all() < REQUESTS) {
                pause(() -> "Envoy counted only " + since);
            } else if (Math.abs(since.share() - PoolPlan.BASELINE) <= tolerance(since.all())) {
                return new Restored(gone, sinceFault());
            } else {
                before = envoy.counts();
                pause(() -> "the SUT still gets " + since.share());
            }
        }
    }

    private static double tolerance(long requests) {
        return CHANCE * Math.sqrt(PoolPlan.BASELINE * (1 - PoolPlan.BASELINE) / requests);
    }

    private Duration sinceFault() {
        return Duration.ofNanos(System.nanoTime() - from);
    }

    private void pause(Supplier<String> seen) {
        if (sinceFault().compareTo(PROMISED) > 0) {
            throw new IllegalStateException("not back within " + PROMISED.toSeconds() + " s: " + seen.get());
        }
        LockSupport.parkNanos(LOOK.toNanos());
    }
}
