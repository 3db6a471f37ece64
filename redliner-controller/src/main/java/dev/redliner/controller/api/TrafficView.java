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
 * @param service the name of the service
 * @param seconds the last hour by second
 * @param slots slots of five minutes in the requested period; slots without counted seconds are left out
 */
record TrafficView(String service, Seconds seconds, List<Slot> slots) {
    TrafficView {
        slots = List.copyOf(slots);
    }

    /**
     * A sequence of seconds.
     *
     * @param from the start of the first second; the last second may be up to about 70 s old
     * @param requests requests by second; null for a second that was not counted
     */
    record Seconds(Instant from, List<@Nullable Integer> requests) {}

    /**
     * A slot of five minutes.
     *
     * @param from the start of the slot
     * @param meanRps requests per second, over the seconds that were counted
     * @param peakRps requests in the busiest second that was counted
     * @param countedSeconds how many of the 300 seconds were counted
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
