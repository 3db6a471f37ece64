package dev.redliner.redirector.order;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Limits the log lines for many similar events: the first event is logged, and then one line a minute with the count.
 */
final class Burst {
    private static final Duration QUIET = Duration.ofMinutes(1);

    private @Nullable Instant lastSpoken;
    private long unspoken;

    /** The number of events that the next log line covers; 0 if no line is to be written. */
    synchronized long speaksFor(Instant now) {
        unspoken++;
        if (lastSpoken != null && Duration.between(lastSpoken, now).compareTo(QUIET) < 0) {
            return 0;
        }
        lastSpoken = now;
        long spoken = unspoken;
        unspoken = 0;
        return spoken;
    }
}
