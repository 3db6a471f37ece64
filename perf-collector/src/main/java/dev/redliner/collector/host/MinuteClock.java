package dev.redliner.collector.host;

import java.time.Duration;

/** Paces a check whose result rarely changes: due at first, and then once a minute. */
final class MinuteClock {
    private static final long EVERY_NANOS = Duration.ofMinutes(1).toNanos();

    private boolean checked;
    private long checkedNanos;

    boolean isDue(long nanos) {
        if (checked && nanos - checkedNanos < EVERY_NANOS) {
            return false;
        }
        checked = true;
        checkedNanos = nanos;
        return true;
    }

    /** Makes the check due at once. */
    void again() {
        checked = false;
    }
}
