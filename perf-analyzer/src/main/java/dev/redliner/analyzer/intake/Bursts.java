package dev.redliner.analyzer.intake;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** Lets the first of a burst be logged, and after it one a minute with how many there were. */
final class Bursts {
    private static final Duration QUIET = Duration.ofMinutes(1);

    private Instant loggedAt = Instant.MIN;
    private long since;

    /** How many there were since the last time, this one included; empty if it is too soon to log. */
    OptionalLong next(Instant now) {
        since++;
        if (loggedAt != Instant.MIN && now.isBefore(loggedAt.plus(QUIET))) {
            return OptionalLong.empty();
        }
        loggedAt = now;
        long count = since;
        since = 0;
        return OptionalLong.of(count);
    }
}
