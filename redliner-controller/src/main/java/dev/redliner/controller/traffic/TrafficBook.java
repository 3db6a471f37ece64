package dev.redliner.controller.traffic;

import dev.redliner.contracts.traffic.TrafficMinute;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The recent traffic of every pool. Thread-safe. */
public final class TrafficBook {
    /** Minutes arrive within seconds. After this time, an hour is as complete as it will be. */
    private static final Duration SETTLED = Duration.ofMinutes(2);

    private final Map<String, RecentTraffic> byPool = new HashMap<>();

    /** Adds a minute; false if it arrived before, is too old, or lies in the future. */
    public synchronized boolean add(TrafficMinute minute, Instant now) {
        return byPool.computeIfAbsent(minute.pool(), unused -> new RecentTraffic())
                .add(minute, now);
    }

    /** The last hour of a pool, as far as it is available. */
    synchronized TrafficSeconds seconds(String pool, Instant now) {
        RecentTraffic recent = byPool.get(pool);
        return recent == null ? new TrafficSeconds(now, new int[0]) : recent.seconds(now);
    }

    synchronized List<TrafficSlot> slots(String pool) {
        RecentTraffic recent = byPool.get(pool);
        return recent == null ? List.of() : recent.slots();
    }

    /** The completed hours of all pools. */
    synchronized List<TrafficHour> hours(Instant now) {
        var hours = new ArrayList<TrafficHour>();
        byPool.forEach((pool, recent) -> {
            var byHour = new TreeMap<Instant, List<TrafficSlot>>();
            recent.slots().forEach(slot -> byHour.computeIfAbsent(
                            TrafficHour.startOf(slot.start()), unused -> new ArrayList<>())
                    .add(slot));
            byHour.forEach((start, slots) -> {
                if (!now.isBefore(start.plus(TrafficHour.LENGTH).plus(SETTLED))) {
                    hours.add(new TrafficHour(pool, start, slots));
                }
            });
        });
        return hours;
    }

    synchronized void forgetOld(Instant now) {
        byPool.values().forEach(recent -> recent.forgetOld(now));
        byPool.values().removeIf(RecentTraffic::isEmpty);
    }
}
