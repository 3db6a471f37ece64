package dev.redliner.testbench.faults;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Measures the time until the traffic is back, from Envoy's own runtime and counts. The clock starts with the
 * constructor, so create the watch at the moment of the fault.
 */
public final class RestoreTimer {
    /** Limit for measurements of the time itself, which assert nothing: more than any bound. */
    private static final Duration UNBOUNDED = Duration.ofSeconds(30);

    /** Time for {@link #REQUESTS} at 100 per second, three times over: one set in 300 is off by chance. */
    private static final Duration SEEING = Duration.ofSeconds(6);

    /** Few enough to be quick, many enough to distinguish a shifted share from the baseline. */
    private static final int REQUESTS = 200;

    private static final Duration LOOK = Duration.ofMillis(10);
    /** Standard deviations that are attributed to chance. */
    private static final double CHANCE = 3;

    private final EnvoyView envoy;
    private final long from = System.nanoTime();

    RestoreTimer(EnvoyView envoy) {
        this.envoy = envoy;
    }

    /**
     * The measured times.
     *
     * @param overrideGone from the fault until Envoy held no share from Redliner
     * @param seenBack from the fault until {@link #REQUESTS} requests since then had shown the baseline share
     */
    public record Restored(Duration overrideGone, Duration seenBack) {}

    /** Waits for the restore without its own bound. */
    public Restored await() {
        return await(UNBOUNDED);
    }

    /**
     * Waits for the restore.
     *
     * @param bound the longest time for which Envoy may hold a share after the fault
     * @throws LateRestore if Envoy held a share for longer, or if its counts did not show the baseline soon after
     */
    public Restored await(Duration bound) {
        while (envoy.overridden()) {
            pause(bound, () -> "Envoy still holds " + envoy.override());
        }
        Duration gone = sinceFault();
        if (gone.compareTo(bound) > 0) {
            throw late(bound, "Envoy held a share until " + gone.toMillis() / 1000.0 + " s");
        }
        Duration seen = gone.plus(SEEING);
        EnvoyView.Counts before = envoy.counts();
        while (true) {
            EnvoyView.Counts since = envoy.counts().since(before);
            if (since.all() < REQUESTS) {
                pause(seen, () -> "Envoy counted only " + since);
            } else if (Math.abs(since.share() - PoolPlan.BASELINE) <= tolerance(since.all())) {
                return new Restored(gone, sinceFault());
            } else {
                before = envoy.counts();
                pause(seen, () -> "the SUT still gets " + since.share());
            }
        }
    }

    private static double tolerance(long requests) {
        return CHANCE * Math.sqrt(PoolPlan.BASELINE * (1 - PoolPlan.BASELINE) / requests);
    }

    private Duration sinceFault() {
        return Duration.ofNanos(System.nanoTime() - from);
    }

    private void pause(Duration bound, Supplier<String> seen) {
        if (sinceFault().compareTo(bound) > 0) {
            throw late(bound, seen.get());
        }
        LockSupport.parkNanos(LOOK.toNanos());
    }

    private static LateRestore late(Duration bound, String seen) {
        return new LateRestore("not back within " + bound.toMillis() / 1000.0 + " s: " + seen);
    }
}
