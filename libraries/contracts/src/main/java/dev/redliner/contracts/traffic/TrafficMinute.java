package dev.redliner.contracts.traffic;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * The requests of a pool in each second of a minute. A second is the sum over all Envoys if each of them counted in
 * that second, and otherwise a gap: a partial sum is not the pool's traffic.
 *
 * @param pool the pool, which is also the record's key
 * @param start the minute's start, a whole minute since 1970
 * @param envoys the number of Envoys in the sum, at least one
 * @param counts requests by second
 */
public record TrafficMinute(String pool, Instant start, int envoys, SecondCounts counts) {
    /** Years 2000 to 2200: no clock of today shows a time outside of this range. */
    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

    public TrafficMinute {
        requirePool(pool);
        requireWholeMinute(start);
        Objects.requireNonNull(counts, "counts");
        if (envoys < 1) {
            throw new IllegalArgumentException("traffic of " + envoys + " Envoys");
        }
    }

    /** The end of the minute. */
    public Instant end() {
        return start.plus(Duration.ofMinutes(1));
    }

    static void requirePool(String pool) {
        if (!pool.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}")) {
            throw new IllegalArgumentException("pool name '" + pool + "' is not letters, digits, - and _, 63 at most");
        }
    }

    static void requireWholeMinute(Instant start) {
        if (start.isBefore(EARLIEST) || start.isAfter(LATEST)) {
            throw new IllegalArgumentException("a minute that starts at " + start);
        }
        if (start.getEpochSecond() % SecondCounts.SECONDS != 0 || start.getNano() != 0) {
            throw new IllegalArgumentException(start + " is not a whole minute");
        }
    }
}
