package dev.redliner.kafka;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Limits log lines: the first event of a burst is logged, and then one line a minute with the count. */
public final class LogLimit {
    private static final Duration QUIET = Duration.ofMinutes(1);

    private @Nullable Instant loggedAt;
    private long since;

    /** The number of events since the last log line, including this one; empty if it is too soon to log. */
    public synchronized OptionalLong next(Instant now) {
        since++;
        if (loggedAt != null && now.isBefore(loggedAt.plus(QUIET))) {
            return OptionalLong.empty();
        }
        loggedAt = now;
        long count = since;
        since = 0;
        return OptionalLong.of(count);
    }
}
