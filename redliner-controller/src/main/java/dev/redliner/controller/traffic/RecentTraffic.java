package dev.redliner.controller.traffic;

import dev.redliner.contracts.traffic.SecondCounts;
import dev.redliner.contracts.traffic.TrafficMinute;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** One pool's traffic: by second for an hour, and in slots until these are certainly stored. Not thread-safe. */
final class RecentTraffic {
    /** How long seconds are kept. */
    static final Duration SECONDS_KEPT = Duration.ofHours(1);

    /** How long slots are kept: long enough to write a whole hour after the database was unavailable for an hour. */
    static final Duration SLOTS_KEPT = Duration.ofMinutes(130);

    /** A minute may lie this far ahead, because collectors and controllers have clocks of their own. */
    private static final Duration AHEAD = Duration.ofMinutes(1);

    private static final int MINUTES_OF_SLOT = (int) TrafficSlot.LENGTH.toMinutes();

    /** Counts by the minute's start. They are ints because there are many of them. */
    private final TreeMap<Instant, int[]> minutes = new TreeMap<>();

    private final TreeMap<Instant, Draft> slots = new TreeMap<>();

    /** A slot that still receives minutes. A minute that arrives again changes nothing. */
    private static final class Draft {
        private final boolean[] seen = new boolean[MINUTES_OF_SLOT];
        private long sum;
        private long peak;
        private int seconds;

        boolean add(TrafficMinute minute, Instant slot) {
            int index = (int) Duration.between(slot, minute.start()).toMinutes();
            if (seen[index]) {
                return false;
            }
            seen[index] = true;
            sum += minute.counts().known().sum();
            peak = Math.max(peak, minute.counts().known().max().orElse(0));
            seconds += minute.counts().counted();
            return true;
        }
    }

    /** Adds a minute; false if it arrived before, is too old, or lies in the future. */
    boolean add(TrafficMinute minute, Instant now) {
        if (minute.end().isBefore(now.minus(SLOTS_KEPT)) || minute.end().isAfter(now.plus(AHEAD))) {
            return false;
        }
        Instant slot = startOfSlot(minute.start());
        if (!slots.computeIfAbsent(slot, unused -> new Draft()).add(minute, slot)) {
            return false;
        }
        if (!minute.end().isBefore(now.minus(SECONDS_KEPT))) {
            minutes.put(
                    minute.start(),
                    Arrays.stream(minute.counts().toArray())
                            .mapToInt(count -> (int) count)
                            .toArray());
        }
        return true;
    }

    void forgetOld(Instant now) {
        minutes.headMap(now.minus(SECONDS_KEPT).minus(Duration.ofMinutes(1))).clear();
        slots.headMap(now.minus(SLOTS_KEPT).minus(TrafficSlot.LENGTH)).clear();
    }

    boolean isEmpty() {
        return slots.isEmpty();
    }

    /** The seconds of the last hour, from the first available minute to the last. */
    TrafficSeconds seconds(Instant now) {
        Instant from = minutes.ceilingKey(now.minus(SECONDS_KEPT));
        if (from == null) {
            return new TrafficSeconds(now, new int[0]);
        }
        int length = (int) Duration.between(from, minutes.lastKey()).toSeconds() + SecondCounts.SECONDS;
        int[] counts = new int[length];
        Arrays.fill(counts, (int) SecondCounts.GAP);
        minutes.tailMap(from, true)
                .forEach((start, of) -> System.arraycopy(
                        of, 0, counts, (int) Duration.between(from, start).toSeconds(), SecondCounts.SECONDS));
        return new TrafficSeconds(from, counts);
    }

    /** The slots with at least one counted second, oldest first. */
    List<TrafficSlot> slots() {
        var counted = new ArrayList<TrafficSlot>();
        slots.forEach((start, draft) -> {
            if (draft.seconds > 0) {
                counted.add(new TrafficSlot(start, draft.sum, draft.peak, draft.seconds));
            }
        });
        return counted;
    }

    private static Instant startOfSlot(Instant instant) {
        long length = TrafficSlot.LENGTH.toSeconds();
        return Instant.ofEpochSecond(Math.floorDiv(instant.getEpochSecond(), length) * length);
    }
}
