package dev.redliner.redirector.order;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Says which of many like events deserves a line in the log: the first, and then one a minute with the count. */
final class Burst {
    private static final Duration QUIET = Duration.ofMinutes(1);

    private @Nullable Instant lastSpoken;
    private long unspoken;

    /** How many events the line to be written now stands for; 0 if none is to be written. */
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
