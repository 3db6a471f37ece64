package dev.redliner.controller.api;

import dev.redliner.controller.traffic.TrafficSeconds;
import dev.redliner.controller.traffic.TrafficSlot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The traffic of a service's pool.
 *
 * @param service its name
 * @param seconds the last hour by second
 * @param slots five minutes each, in the time that was asked for; those in which nothing was counted are left out
 */
record TrafficView(String service, Seconds seconds, List<Slot> slots) {
    TrafficView {
        slots = List.copyOf(slots);
    }

    /**
     * Seconds one after the other.
     *
     * @param from the start of the first; the last is up to some 70 s old
     * @param requests by second; null for a second that was not counted
     */
    record Seconds(Instant from, List<@Nullable Integer> requests) {}

    /**
     * Five minutes.
     *
     * @param from their start
     * @param meanRps requests per second, of the seconds that were counted
     * @param peakRps requests in the busiest second that was counted
     * @param countedSeconds how many seconds were counted, of 300
     */
    record Slot(Instant from, double meanRps, long peakRps, int countedSeconds) {}

    static TrafficView of(String service, TrafficSeconds seconds, List<TrafficSlot> slots) {
        var requests = new ArrayList<@Nullable Integer>();
        for (int second = 0; second < seconds.length(); second++) {
            requests.add(
                    seconds.at(second).isPresent()
                            ? (Integer) seconds.at(second).getAsInt()
                            : null);
        }
        return new TrafficView(
                service,
                new Seconds(seconds.from(), requests),
                slots.stream()
                        .map(slot -> new Slot(
                                slot.start(), Math.round(slot.mean() * 10) / 10.0, slot.peak(), slot.seconds()))
                        .toList());
    }
}
