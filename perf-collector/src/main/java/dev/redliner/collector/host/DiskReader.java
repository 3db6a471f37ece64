package dev.redliner.collector.host;

import dev.redliner.collector.procfs.DiskStats;
import dev.redliner.collector.procfs.DiskStats.Disk;
import dev.redliner.contracts.sample.HostMetrics;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The disks of the node. Partitions, and devices that are made of disks (RAID, LVM, loop), are left out: their requests
 * would count twice. The list of disks is read once a minute.
 */
final class DiskReader {
    private static final String BLOCK_DEVICES = "/sys/block";

    private final KernelFiles files;
    private final MinuteClock relist = new MinuteClock();
    private Set<String> names = Set.of();
    private Map<String, Disk> before = Map.of();
    private @Nullable Long beforeNanos;

    DiskReader(KernelFiles files) {
        this.files = files;
    }

    void read(Found into) throws IOException {
        if (relist.isDue(into.nanos())) {
            names = files.names(BLOCK_DEVICES).stream()
                    .filter(name -> files.exists(BLOCK_DEVICES + "/" + name + "/device"))
                    .collect(Collectors.toUnmodifiableSet());
        }
        Map<String, Disk> disks = DiskStats.parse(files.text("/proc/diskstats"), names);
        if (disks.isEmpty()) {
            into.gap("host.disk", "the system shows no disk");
            return;
        }
        if (!before.isEmpty() && !before.keySet().equals(disks.keySet())) {
            into.gap("host.disk", "the disks changed");
            before = disks;
            beforeNanos = into.nanos();
            return;
        }
        into.counter(HostMetrics.DISK_READS, sum(disks.values(), Disk::reads));
        into.counter(HostMetrics.DISK_WRITES, sum(disks.values(), Disk::writes));
        into.counter(HostMetrics.DISK_READ_BYTES, sum(disks.values(), Disk::readBytes));
        into.counter(HostMetrics.DISK_WRITTEN_BYTES, sum(disks.values(), Disk::writtenBytes));
        if (beforeNanos == null) {
            into.gap(HostMetrics.DISK_BUSY, Found.FIRST);
        } else {
            into.gauge(HostMetrics.DISK_BUSY, busiest(busyMs(before), busyMs(disks), into.nanos() - beforeNanos));
        }
        before = disks;
        beforeNanos = into.nanos();
    }

    private static Map<String, Long> busyMs(Map<String, Disk> disks) {
        return disks.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, disk -> disk.getValue()
                .busyMs()));
    }

    /**
     * The fraction of the time that the busiest disk had work. The kernel counts in steps, so the result can be slightly
     * above the passed time; it is limited to 1. A new disk counts from its second reading.
     */
    static double busiest(Map<String, Long> beforeMs, Map<String, Long> afterMs, long passedNanos) {
        double busiestMs = 0;
        for (var disk : afterMs.entrySet()) {
            long earlierMs = beforeMs.getOrDefault(disk.getKey(), disk.getValue());
            busiestMs = Math.max(busiestMs, disk.getValue() - earlierMs);
        }
        return Math.min(1, busiestMs / Math.max(1, passedNanos / 1e6));
    }

    private static double sum(Collection<Disk> disks, ToLongFunction<Disk> value) {
        return disks.stream().mapToLong(value).sum();
    }
}
