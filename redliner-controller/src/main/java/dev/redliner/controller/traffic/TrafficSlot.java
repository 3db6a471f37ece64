package dev.redliner.controller.traffic;

import java.time.Duration;
import java.time.Instant;

/**
 * The requests of a pool in five minutes.
 *
 * @param start the start of the slot, a multiple of five minutes since 1970
 * @param sum requests in the seconds that were counted
 * @param peak requests in the busiest second that was counted
 * @param seconds number of counted seconds, at least one
 */
public record TrafficSlot(Instant start, long sum, long peak, int seconds) {
    public static final Duration LENGTH = Duration.ofMinutes(5);

    public TrafficSlot {
        if (start.getEpochSecond() % LENGTH.toSeconds() != 0 || start.getNano() != 0) {
            throw new IllegalArgumentException(start + " is no start of five minutes");
        }
        if (seconds < 1 || seconds > LENGTH.toSeconds() || peak < 0 || sum < peak) {
            throw new IllegalArgumentException(sum + " requests in " + seconds + " s, " + peak + " in the busiest");
        }
    }

    /** Mean requests per second over the counted seconds. */
    public double mean() {
        return (double) sum / seconds;
    }
}
