package dev.redliner.controller.run;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time in which needed data was missing. It adds up over a run: known time takes off half as much as unknown time adds,
 * so single known ticks do not renew the patience. All times are the controller's own.
 *
 * @param spent seconds that count at {@code at}
 * @param total unknown seconds in all until {@code at}
 * @param at when it was last reckoned; null before anything was known or missed
 * @param missing whether needed data is missing since then
 */
record Patience(double spent, double total, @Nullable Instant at, boolean missing) {
    static final Patience FULL = new Patience(0, 0, null, false);
    private static final double TAKEN_OFF = 0.5;

    /** Needed data is missing. The very same if it was missing before. */
    Patience lacking(Instant now) {
        if (missing) {
            return this;
        }
        double more = since(now);
        return new Patience(spent + more, total + more, now, true);
    }

    /**
     * All is known for so long.
     *
     * @param known length of the tick
     */
    Patience known(Duration known, Instant now) {
        double seconds = known.toNanos() / 1e9;
        double late = Math.max(0, since(now) - seconds);
        // ticks do not arrive evenly: only a whole one is missed
        double unknown = missing || late >= seconds ? late : 0;
        return new Patience(Math.max(0, spent + unknown - TAKEN_OFF * seconds), total + unknown, now, false);
    }

    /** Whether the sum is more than a limit. */
    boolean exceeds(Duration limit, Instant now) {
        return missing && spent + since(now) > limit.toNanos() / 1e9;
    }

    /** Unknown seconds in all. */
    double totalAt(Instant now) {
        return missing ? total + since(now) : total;
    }

    private double since(Instant now) {
        return at == null ? 0 : Math.max(0, Duration.between(at, now).toNanos() / 1e9);
    }
}
