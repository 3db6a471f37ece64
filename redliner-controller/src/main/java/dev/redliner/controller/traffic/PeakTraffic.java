package dev.redliner.controller.traffic;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The busiest five minutes of each pool within the last seven days, as far as its traffic was kept. Thread-safe. */
public final class PeakTraffic {
    /** The days before now that count. */
    public static final Duration SPAN = Duration.ofDays(7);
    /** Half of a slot: the mean of fewer seconds is no mean of five minutes. */
    private static final int ENOUGH_SECONDS = 150;

    /**
     * The busiest five minutes of a pool.
     *
     * @param rps mean requests per second
     * @param at their start
     */
    public record Peak(double rps, Instant at) {}

    private final TrafficBook book;
    private final TrafficStore store;
    private volatile Map<String, Peak> stored = Map.of();

    PeakTraffic(TrafficBook book, TrafficStore store) {
        this.book = book;
        this.store = store;
    }

    /** Reads the kept hours. Throws if the database is unavailable; all peaks then stay as they were. */
    public void refresh(Instant now) {
        Instant from = now.minus(SPAN);
        var found = new HashMap<String, Peak>();
        store.hours(from, hour -> peak(hour.slots().stream(), from)
                .ifPresent(peak -> found.merge(hour.pool(), peak, PeakTraffic::higher)));
        stored = Map.copyOf(found);
    }

    /** The peak of a pool, the last hours included; empty if no traffic of it is known. Needs no database. */
    public Optional<Peak> of(String pool, Instant now) {
        Optional<Peak> recent = peak(book.slots(pool).stream(), now.minus(SPAN));
        Optional<Peak> before = Optional.ofNullable(stored.get(pool));
        return Stream.of(recent, before).flatMap(Optional::stream).reduce(PeakTraffic::higher);
    }

    /** The busiest five minutes of each day that has some, oldest first. */
    public static List<Peak> daily(List<TrafficSlot> slots, ZoneId zone) {
        Map<LocalDate, List<TrafficSlot>> byDay = slots.stream()
                .collect(Collectors.groupingBy(
                        slot -> slot.start().atZone(zone).toLocalDate(), TreeMap::new, Collectors.toList()));
        return byDay.entrySet().stream()
                .flatMap(day -> peak(day.getValue().stream(), Instant.MIN).stream())
                .toList();
    }

    private static Optional<Peak> peak(Stream<TrafficSlot> slots, Instant from) {
        return slots.filter(slot ->
                        slot.seconds() >= ENOUGH_SECONDS && !slot.start().isBefore(from))
                .map(slot -> new Peak(slot.mean(), slot.start()))
                .reduce(PeakTraffic::higher);
    }

    private static Peak higher(Peak one, Peak other) {
        return one.rps() >= other.rps() ? one : other;
    }
}
