package dev.redliner.redirector.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A moment on both clocks: the wall clock may jump, and the monotonic clock has no meaning on another machine.
 *
 * @param wall by the wall clock
 * @param nanos by the monotonic clock, from an arbitrary origin
 */
public record Moment(Instant wall, long nanos) {
    public Moment {
        Objects.requireNonNull(wall, "wall");
    }

    /** Time passed since an earlier moment, by the monotonic clock. */
    public Duration since(Moment earlier) {
        return Duration.ofNanos(nanos - earlier.nanos);
    }
}
