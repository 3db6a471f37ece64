package dev.redliner.controller.run;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time in which needed data was missing, added up over a run. Time with all data reduces the sum by half as much as
 * time with missing data adds, so that single complete ticks do not renew the patience. All times are the controller's
 * own.
 *
 * @param spent seconds that count at {@code at}
 * @param total all seconds with missing data until {@code at}
 * @param at time of the last calculation; null before the first
 * @param missing whether needed data is missing since then
 */
record Patience(double spent, double total, @Nullable Instant at, boolean missing) {
    static final Patience FULL = new Patience(0, 0, null, false);
    private static final double TAKEN_OFF = 0.5;

    /** Records that needed data is missing. Returns the same instance if it was missing before. */
    Patience lacking(Instant now) {
        if (missing) {
            return this;
        }
        double more = since(now);
        return new Patience(spent + more, total + more, now, true);
    }

    /**
     * Records a time in which all data was present.
     *
     * @param known length of the tick
     */
    Patience known(Duration known, Instant now) {
        double seconds = known.toNanos() / 1e9;
        double late = Math.max(0, since(now) - seconds);
        // ticks do not arrive evenly: only a whole missing tick counts
        double unknown = missing || late >= seconds ? late : 0;
        return new Patience(Math.max(0, spent + unknown - TAKEN_OFF * seconds), total + unknown, now, false);
    }

    /** Whether the sum exceeds a limit. */
    boolean exceeds(Duration limit, Instant now) {
        return missing && spent + since(now) > limit.toNanos() / 1e9;
    }

    /** All seconds with missing data. */
    double totalAt(Instant now) {
        return missing ? total + since(now) : total;
    }

    private double since(Instant now) {
        return at == null ? 0 : Math.max(0, Duration.between(at, now).toNanos() / 1e9);
    }
}
