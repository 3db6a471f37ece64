package dev.redliner.controller.traffic;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * Hours of traffic that outlive a controller.
 *
 * <p>All methods throw {@link org.springframework.dao.DataAccessException} if the database is unavailable.
 */
interface TrafficStore {
    /**
     * Writes hours, unless the database has as many or more seconds of them. Several controllers may therefore write
     * the same hours.
     */
    void write(List<TrafficHour> hours);

    /** The slots of a pool that start within a period, oldest first. */
    List<TrafficSlot> slots(String pool, Instant from, Instant to);

    /** Passes on the hours of all pools that began at an instant or later, in any order. */
    void hours(Instant from, Consumer<TrafficHour> reader);

    /** Deletes the hours of all pools that began before an instant, at most the oldest few days at once. */
    int deleteBefore(Instant start);
}
