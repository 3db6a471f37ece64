package dev.redliner.controller.traffic;

import java.time.Instant;
import java.util.List;

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

    /** Deletes the hours of all pools that began before an instant, at most the oldest few days at once. */
    int deleteBefore(Instant start);
}
