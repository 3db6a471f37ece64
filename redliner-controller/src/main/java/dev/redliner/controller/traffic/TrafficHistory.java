package dev.redliner.controller.traffic;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The traffic that was kept, for readers. */
public final class TrafficHistory {
    private final TrafficBook book;
    private final TrafficStore store;

    TrafficHistory(TrafficBook book, TrafficStore store) {
        this.book = book;
        this.store = store;
    }

    /** The last hour of a pool by second, as far as it is available. Needs no database. */
    public TrafficSeconds seconds(String pool, Instant now) {
        return book.seconds(pool, now);
    }

    /**
     * The slots of a pool that start within a period, oldest first. Slots of the last hours are not in the database
     * yet, so they are added from memory.
     *
     * @throws org.springframework.dao.DataAccessException if the database is unavailable
     */
    public List<TrafficSlot> slots(String pool, Instant from, Instant to) {
        var byStart = new TreeMap<Instant, TrafficSlot>();
        store.slots(pool, from, to).forEach(slot -> byStart.put(slot.start(), slot));
        for (TrafficSlot slot : book.slots(pool)) {
            if (!slot.start().isBefore(from) && slot.start().isBefore(to)) {
                byStart.merge(slot.start(), slot, (one, other) -> one.seconds() >= other.seconds() ? one : other);
            }
        }
        return new ArrayList<>(byStart.values());
    }
}
