package dev.redliner.analyzer.intake;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** Limits log lines: the first event of a burst is logged, and then one line a minute with the count. */
final class Bursts {
    private static final Duration QUIET = Duration.ofMinutes(1);

    private Instant loggedAt = Instant.MIN;
    private long since;

    /** The number of events since the last log line, including this one; empty if it is too soon to log. */
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
