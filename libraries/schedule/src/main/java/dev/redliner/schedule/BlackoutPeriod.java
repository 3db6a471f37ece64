package dev.redliner.schedule;

import java.time.Instant;
import java.util.Objects;

/**
 * A time in which no run of a schedule may be active.
 *
 * @param from its begin
 * @param until its end, which is no longer part of it
 * @param why its name, such as {@code daily 08:00 to 20:00}
 */
public record BlackoutPeriod(Instant from, Instant until, String why) {
    public BlackoutPeriod {
        Objects.requireNonNull(why, "why");
        if (!from.isBefore(until)) {
            throw new IllegalArgumentException("the blackout ends at " + until + ", not after its begin " + from);
        }
    }

    /** Whether an instant is within the period. */
    public boolean contains(Instant instant) {
        return !instant.isBefore(from) && instant.isBefore(until);
    }
}
