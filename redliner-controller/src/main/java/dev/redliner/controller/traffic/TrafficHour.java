package dev.redliner.controller.traffic;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The slots of a pool's hour, which is one row of the database.
 *
 * @param start the hour's start
 * @param slots the slots with at least one counted second, oldest first; at least one slot
 */
record TrafficHour(String pool, Instant start, List<TrafficSlot> slots) {
    static final Duration LENGTH = Duration.ofHours(1);

    TrafficHour {
        slots = List.copyOf(slots);
        if (slots.isEmpty()
                || !slots.stream().allMatch(slot -> startOf(slot.start()).equals(start))) {
            throw new IllegalArgumentException("slots " + slots + " of the hour " + start);
        }
    }

    /** The hour that an instant is in. */
    static Instant startOf(Instant instant) {
        long length = LENGTH.toSeconds();
        return Instant.ofEpochSecond(Math.floorDiv(instant.getEpochSecond(), length) * length);
    }

    /** The number of counted seconds. */
    int seconds() {
        return slots.stream().mapToInt(TrafficSlot::seconds).sum();
    }

    /** The slots in the format of the database. */
    String text() {
        return slots.stream()
                .map(slot -> Duration.between(start, slot.start()).dividedBy(TrafficSlot.LENGTH) + ":" + slot.sum()
                        + ":" + slot.peak() + ":" + slot.seconds())
                .collect(Collectors.joining(" "));
    }

    /** @throws IllegalArgumentException if the text does not have the format of {@link #text} */
    static TrafficHour parse(String pool, Instant start, String text) {
        return new TrafficHour(
                pool,
                start,
                Arrays.stream(text.split(" ")).map(slot -> slot(start, slot)).toList());
    }

    private static TrafficSlot slot(Instant start, String text) {
        String[] parts = text.split(":");
        if (parts.length != 4) {
            throw new IllegalArgumentException("slot '" + text + "'");
        }
        return new TrafficSlot(
                start.plus(TrafficSlot.LENGTH.multipliedBy(Long.parseLong(parts[0]))),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Integer.parseInt(parts[3]));
    }
}
