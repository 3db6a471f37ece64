package dev.redliner.collector.scrape;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The use of disks and network interfaces on a page of the node_exporter.
 *
 * @param clock the exporter's clock, seconds; NaN if the page has none
 * @param diskSeconds by disk, the time since boot in which it had work
 * @param received by interface, bytes since boot
 * @param sent by interface, bytes since boot
 * @param bytesPerSecond by interface, the speed of the link; without the interfaces that report none
 */
record DeviceUse(
        double clock,
        Map<String, Double> diskSeconds,
        Map<String, Double> received,
        Map<String, Double> sent,
        Map<String, Double> bytesPerSecond) {
    static final String CLOCK = "node_time_seconds";
    static final String DISK_SECONDS = "node_disk_io_time_seconds_total";
    static final String RECEIVED = "node_network_receive_bytes_total";
    static final String SENT = "node_network_transmit_bytes_total";
    static final DeviceUse NONE = new DeviceUse(Double.NaN, Map.of(), Map.of(), Map.of(), Map.of());

    private static final String SPEED = "node_network_speed_bytes";

    /**
     * The use on a page.
     *
     * @param counted the series of devices that are not made of others
     */
    static DeviceUse of(Exposition page, Predicate<MetricLine> counted) {
        Map<String, Double> speeds = new HashMap<>(byDevice(page, SPEED, counted));
        // virtual interfaces report a speed below zero
        speeds.values().removeIf(speed -> !(speed > 0));
        return new DeviceUse(
                byDevice(page, CLOCK, series -> true).getOrDefault("", Double.NaN),
                byDevice(page, DISK_SECONDS, counted),
                byDevice(page, RECEIVED, counted),
                byDevice(page, SENT, counted),
                speeds);
    }

    private static Map<String, Double> byDevice(Exposition page, String family, Predicate<MetricLine> counted) {
        Exposition.Family found = page.families().get(family);
        if (found == null || page.gaps().containsKey(MetricNaming.of(family))) {
            return Map.of();
        }
        var values = new TreeMap<String, Double>();
        found.series().stream()
                .filter(counted)
                .filter(series -> Double.isFinite(series.value()))
                .forEach(series -> values.put(series.labels().getOrDefault("device", ""), series.value()));
        return values;
    }

    /** Seconds since an earlier page; NaN if that is unknown. */
    private double since(DeviceUse earlier) {
        return clock - earlier.clock;
    }

    /**
     * The fraction of the time since an earlier page in which the busiest disk had work, at most 1; empty if no time
     * passed. A new disk counts from its second page.
     */
    OptionalDouble busiestDisk(DeviceUse earlier) {
        return busiest(earlier, diskSeconds, earlier.diskSeconds, Map.of());
    }

    /** The fraction of its link's speed that the busiest interface used, in the busier direction; as above. */
    OptionalDouble busiestInterface(DeviceUse earlier) {
        OptionalDouble in = busiest(earlier, received, earlier.received, bytesPerSecond);
        OptionalDouble out = busiest(earlier, sent, earlier.sent, bytesPerSecond);
        return in.isPresent() && out.isPresent()
                ? OptionalDouble.of(Math.max(in.getAsDouble(), out.getAsDouble()))
                : OptionalDouble.empty();
    }

    private OptionalDouble busiest(
            DeviceUse earlier, Map<String, Double> now, Map<String, Double> before, Map<String, Double> capacity) {
        double seconds = since(earlier);
        if (!(seconds > 0)) {
            return OptionalDouble.empty();
        }
        double busiest = now.entrySet().stream()
                .mapToDouble(device -> (device.getValue() - before.getOrDefault(device.getKey(), device.getValue()))
                        / capacity.getOrDefault(device.getKey(), 1.0))
                .max()
                .orElse(0);
        return OptionalDouble.of(Math.min(1, Math.max(0, busiest / seconds)));
    }

    /** The interfaces that had traffic and report no speed, sorted. */
    List<String> withoutSpeed() {
        return received.entrySet().stream()
                .filter(device -> device.getValue() + sent.getOrDefault(device.getKey(), 0.0) > 0)
                .map(Map.Entry::getKey)
                .filter(device -> !bytesPerSecond.containsKey(device))
                .sorted()
                .toList();
    }
}
