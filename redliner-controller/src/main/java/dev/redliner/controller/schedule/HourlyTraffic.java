package dev.redliner.controller.schedule;

import dev.redliner.controller.traffic.TrafficSlot;
import dev.redliner.search.Rps;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The mean traffic of a pool by hour of the day.
 *
 * @param rps requests per second, by local hour 0 to 23; hours in which nothing was counted are left out
 */
record HourlyTraffic(Map<Integer, Double> rps) {
    HourlyTraffic {
        rps = Map.copyOf(rps);
    }

    static HourlyTraffic of(List<TrafficSlot> slots, ZoneId zone) {
        Map<Integer, List<TrafficSlot>> byHour = slots.stream()
                .collect(Collectors.groupingBy(
                        slot -> slot.start().atZone(zone).getHour(), TreeMap::new, Collectors.toList()));
        return new HourlyTraffic(
                byHour.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, it -> mean(it.getValue()))));
    }

    private static double mean(List<TrafficSlot> slots) {
        double requests = slots.stream().mapToLong(TrafficSlot::sum).sum();
        return requests / slots.stream().mapToInt(TrafficSlot::seconds).sum();
    }

    /**
     * Why the traffic of an hour cannot take the SUT to its redline, and the hours that can; empty if it can, or if it
     * is not known. It can if {@code share x traffic >= needed}.
     *
     * @param hour the local hour
     * @param share the part of the pool's traffic that one host of the SUT can get
     * @param needed the load that a run needs at one host, requests per second
     */
    Optional<String> warning(int hour, double share, double needed) {
        Double now = rps.get(hour);
        if (now == null || share * now >= needed) {
            return Optional.empty();
        }
        String hours = rps.entrySet().stream()
                .filter(it -> share * it.getValue() >= needed)
                .map(Map.Entry::getKey)
                .sorted()
                .map(it -> String.format(Locale.ROOT, "%02d", it))
                .collect(Collectors.joining(", "));
        return Optional.of(String.format(
                Locale.ROOT,
                "Between %02d:00 and %02d:59 the traffic was %s in the last 7 days. The SUT can get %s of it,"
                        + " and a run needs %s to reach the last redline. %s",
                hour,
                hour,
                Rps.of(now),
                Rps.of(share * now),
                Rps.of(needed),
                hours.isEmpty() ? "No hour has enough." : "Hours that have enough: " + hours + "."));
    }
}
