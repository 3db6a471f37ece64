package dev.redliner.collector.host;

import dev.redliner.collector.procfs.NetworkDevices;
import dev.redliner.collector.procfs.NetworkDevices.Device;
import dev.redliner.collector.procfs.SoftnetStat;
import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.HostMetrics;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The network interfaces of the node. If there are interfaces with a device, the others are left out: the packets of a
 * bridge or bond would count twice. A container has none with a device; there, all but loopback count.
 */
final class NetworkReader {
    private static final String INTERFACES = "/sys/class/net/";
    private static final double BITS_OF_MEGABIT = 1e6;

    private final KernelFiles files;
    private final double unreportedBits;
    private final MinuteClock recheck = new MinuteClock();
    private Set<String> seen = Set.of();
    private Set<String> withDevice = Set.of();
    private Map<String, Double> bitsPerSecond = Map.of();
    private Map<String, Device> before = Map.of();
    private @Nullable Long beforeNanos;

    /** @param unreportedMegabits the speed of interfaces that report none, megabits per second; 0 if it is not known */
    NetworkReader(KernelFiles files, int unreportedMegabits) {
        this.files = files;
        this.unreportedBits = unreportedMegabits * BITS_OF_MEGABIT;
    }

    void read(Found into) throws IOException {
        Map<String, Device> all = NetworkDevices.parse(files.text("/proc/net/dev"));
        if (recheck.isDue(into.nanos()) || !seen.equals(all.keySet())) {
            check(all.keySet());
        }
        Map<String, Device> counted = new HashMap<>(all);
        counted.keySet().removeIf(name -> name.equals("lo") || !(withDevice.isEmpty() || withDevice.contains(name)));
        if (counted.isEmpty()) {
            into.gap("host.net", "the system shows no network interface");
            return;
        }
        if (before.isEmpty() || before.keySet().equals(counted.keySet())) {
            addSums(counted.values(), into);
            addBusy(counted, into);
        } else {
            into.gap("host.net", "the network interfaces changed");
        }
        before = counted;
        beforeNanos = into.nanos();
    }

    private static void addSums(Collection<Device> devices, Found into) {
        into.counter(HostMetrics.NET_RX_BYTES, sum(devices, Device::rxBytes));
        into.counter(HostMetrics.NET_TX_BYTES, sum(devices, Device::txBytes));
        into.counter(HostMetrics.NET_ERRORS, sum(devices, each -> each.rxErrors() + each.txErrors()));
        into.counter(HostMetrics.NET_DROPS, sum(devices, each -> each.rxDrops() + each.txDrops()));
    }

    private static double sum(Collection<Device> devices, ToDoubleFunction<Device> value) {
        return devices.stream().mapToDouble(value).sum();
    }

    private void check(Set<String> names) {
        seen = Set.copyOf(names);
        withDevice = names.stream()
                .filter(name -> files.exists(INTERFACES + name + "/device"))
                .collect(Collectors.toUnmodifiableSet());
        var speeds = new HashMap<String, Double>();
        for (String name : names) {
            double reported = speed(name);
            double speed = reported > 0 ? reported : unreportedBits;
            if (speed > 0) {
                speeds.put(name, speed);
            }
        }
        bitsPerSecond = speeds;
    }

    /** Virtual interfaces answer -1, or with an error. */
    private double speed(String name) {
        try {
            return Double.parseDouble(files.text(INTERFACES + name + "/speed").strip()) * BITS_OF_MEGABIT;
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }

    private void addBusy(Map<String, Device> devices, Found into) {
        // an interface that never had traffic, such as one without a cable, is not the busiest
        var unknown = devices.entrySet().stream()
                .filter(device -> !bitsPerSecond.containsKey(device.getKey())
                        && device.getValue().rxBytes() + device.getValue().txBytes() > 0)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        if (!unknown.isEmpty()) {
            into.gap(HostEvidence.NET_BUSY, "no link speed of " + String.join(", ", unknown));
        } else if (beforeNanos == null) {
            into.gap(HostEvidence.NET_BUSY, Found.FIRST);
        } else {
            into.gauge(HostEvidence.NET_BUSY, busiest(devices, (into.nanos() - beforeNanos) / 1e9));
        }
    }

    private double busiest(Map<String, Device> devices, double seconds) {
        double busiest = 0;
        for (var each : devices.entrySet()) {
            Device earlier = before.get(each.getKey());
            if (earlier != null && seconds > 0) {
                double bytes = Math.max(
                        each.getValue().rxBytes() - earlier.rxBytes(),
                        each.getValue().txBytes() - earlier.txBytes());
                double speed = bitsPerSecond.getOrDefault(each.getKey(), Double.POSITIVE_INFINITY);
                busiest = Math.max(busiest, 8 * bytes / seconds / speed);
            }
        }
        return Math.min(1, busiest);
    }

    static void readSoftnet(KernelFiles files, Found into) throws IOException {
        var stat = SoftnetStat.parse(files.text("/proc/net/softnet_stat"));
        into.counter(HostEvidence.NET_SQUEEZED, stat.squeezed());
        into.counter(HostEvidence.NET_SOFTNET_DROPS, stat.dropped());
    }
}
