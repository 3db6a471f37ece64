package dev.redliner.collector.host;

import dev.redliner.contracts.sample.HostMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import oshi.hardware.HWDiskStore;
import oshi.hardware.HardwareAbstractionLayer;

/** Reads the disks by OSHI. The list is read again each time, which costs no more than refreshing two disks. */
final class OshiDisks {
    private final HardwareAbstractionLayer hardware;
    private Map<String, Long> busyMsBefore = Map.of();
    private @Nullable Instant before;

    OshiDisks(HardwareAbstractionLayer hardware) {
        this.hardware = hardware;
    }

    void read(Instant at, Found into) {
        List<HWDiskStore> disks = hardware.getDiskStores();
        if (disks.isEmpty()) {
            into.gap("host.disk", "the system shows no disk");
            return;
        }
        into.counters().put(HostMetrics.DISK_READS, sum(disks.stream().mapToLong(HWDiskStore::getReads)));
        into.counters().put(HostMetrics.DISK_WRITES, sum(disks.stream().mapToLong(HWDiskStore::getWrites)));
        into.counters().put(HostMetrics.DISK_READ_BYTES, sum(disks.stream().mapToLong(HWDiskStore::getReadBytes)));
        into.counters().put(HostMetrics.DISK_WRITTEN_BYTES, sum(disks.stream().mapToLong(HWDiskStore::getWriteBytes)));
        readBusy(at, disks, into);
    }

    private void readBusy(Instant at, List<HWDiskStore> disks, Found into) {
        var busyMs = new HashMap<String, Long>();
        disks.forEach(disk -> busyMs.put(disk.getName(), disk.getTransferTime()));
        if (before == null || !at.isAfter(before)) {
            into.gap(HostMetrics.DISK_BUSY, "first reading");
        } else {
            into.gauges().put(HostMetrics.DISK_BUSY, busiest(busyMsBefore, busyMs, Duration.between(before, at)));
        }
        busyMsBefore = busyMs;
        before = at;
    }

    /** The kernel counts in steps, so the result can be slightly above the passed time; it is limited to 1. */
    static double busiest(Map<String, Long> beforeMs, Map<String, Long> afterMs, Duration passed) {
        double busiestMs = 0;
        for (var disk : afterMs.entrySet()) {
            long earlierMs = beforeMs.getOrDefault(disk.getKey(), disk.getValue());
            busiestMs = Math.max(busiestMs, disk.getValue() - earlierMs);
        }
        return Math.min(1, busiestMs / passed.toMillis());
    }

    private static double sum(LongStream values) {
        return values.sum();
    }
}
