package dev.redliner.collector.host;

import dev.redliner.contracts.sample.HostMetrics;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import oshi.hardware.HWDiskStore;
import oshi.hardware.HardwareAbstractionLayer;

/** Reads the disks by OSHI. The list is read again each time, which costs no more than refreshing two disks. */
final class OshiDisks {
    private final HardwareAbstractionLayer hardware;
    private Map<String, Long> busyMsBefore = Map.of();
    private @Nullable Long beforeNanos;

    OshiDisks(HardwareAbstractionLayer hardware) {
        this.hardware = hardware;
    }

    void read(Found into) {
        List<HWDiskStore> disks = hardware.getDiskStores();
        if (disks.isEmpty()) {
            into.gap("host.disk", "the system shows no disk");
            return;
        }
        into.counter(HostMetrics.DISK_READS, sum(disks, HWDiskStore::getReads));
        into.counter(HostMetrics.DISK_WRITES, sum(disks, HWDiskStore::getWrites));
        into.counter(HostMetrics.DISK_READ_BYTES, sum(disks, HWDiskStore::getReadBytes));
        into.counter(HostMetrics.DISK_WRITTEN_BYTES, sum(disks, HWDiskStore::getWriteBytes));
        Map<String, Long> busyMs =
                disks.stream().collect(Collectors.toMap(HWDiskStore::getName, HWDiskStore::getTransferTime, Math::max));
        if (beforeNanos == null) {
            into.gap(HostMetrics.DISK_BUSY, Found.FIRST);
        } else {
            into.gauge(HostMetrics.DISK_BUSY, DiskReader.busiest(busyMsBefore, busyMs, into.nanos() - beforeNanos));
        }
        busyMsBefore = busyMs;
        beforeNanos = into.nanos();
    }

    private static double sum(List<HWDiskStore> disks, ToLongFunction<HWDiskStore> value) {
        return disks.stream().mapToLong(value).sum();
    }
}
