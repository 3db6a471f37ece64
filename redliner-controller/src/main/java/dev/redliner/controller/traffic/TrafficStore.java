package dev.redliner.controller.traffic;

import java.time.Instant;
import java.util.List;

/**
 * Hours of traffic that outlive a controller. All methods throw {@link org.springframework.dao.DataAccessException} if the
 * database does not answer.
 */
interface TrafficStore {
    /** Writes hours, unless as much or more of them is there; so several controllers may write the same. */
    void write(List<TrafficHour> hours);

    /** The slots of a pool that start in a time, oldest first. */
    List<TrafficSlot> slots(String pool, Instant from, Instant to);

    /** Deletes hours that began before, of whatever pool; the oldest few days at once at the most. */
    int deleteBefore(Instant start);
}
