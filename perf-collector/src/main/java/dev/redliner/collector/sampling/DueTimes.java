package dev.redliner.collector.sampling;

import java.time.Duration;
import java.time.Instant;

/** When readings fall due: at multiples of the interval since 1970, so that all reporters of a pool read together. */
final class DueTimes {
    private static final Duration SHORTEST_LIMIT = Duration.ofMillis(150);
    private static final Duration LONGEST_LIMIT = Duration.ofSeconds(1);

    private DueTimes() {}

    /** The first due time after a moment. */
    static Instant after(Instant now, Duration interval) {
        return Instant.ofEpochMilli((now.toEpochMilli() / interval.toMillis() + 1) * interval.toMillis());
    }

    /** The due time of a reading that starts now: the planned one, or the last passed one if the reading is overdue. */
    static Instant of(Instant planned, Instant now, Duration interval) {
        boolean overdue = !now.isBefore(planned.plus(interval));
        return overdue ? after(now, interval).minus(interval) : planned;
    }

    /** The time limit of a source: 60% of the interval, from 150 ms to 1 s. */
    static Duration limitOf(Duration interval) {
        Duration limit = interval.multipliedBy(6).dividedBy(10);
        if (limit.compareTo(SHORTEST_LIMIT) < 0) {
            return SHORTEST_LIMIT;
        }
        return limit.compareTo(LONGEST_LIMIT) > 0 ? LONGEST_LIMIT : limit;
    }
}
