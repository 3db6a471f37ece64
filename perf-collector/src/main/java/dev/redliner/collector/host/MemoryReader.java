package dev.redliner.collector.host;

import dev.redliner.collector.procfs.Auxiliary;
import dev.redliner.collector.procfs.KeyValues;
import dev.redliner.contracts.sample.HostEvidence;
import java.io.IOException;

/** Swapping and page faults of the node. */
final class MemoryReader {
    private MemoryReader() {}

    /** @param available bytes that are available to new work */
    record Memory(double total, double available) {}

    /** An old kernel has no {@code MemAvailable}: the value is then a gap, because free memory alone says little. */
    static Memory memory(KernelFiles files) throws IOException {
        var values = KeyValues.parse("/proc/meminfo", files.text("/proc/meminfo"));
        return new Memory(values.get("MemTotal") * 1024.0, values.get("MemAvailable") * 1024.0);
    }

    static void readSwap(KernelFiles files, Auxiliary constants, Found into) throws IOException {
        var values = KeyValues.parse("/proc/vmstat", files.text("/proc/vmstat"));
        into.counter(HostEvidence.SWAP_IN, values.get("pswpin") * (double) constants.pageSize());
        into.counter(HostEvidence.SWAP_OUT, values.get("pswpout") * (double) constants.pageSize());
        into.counter(HostEvidence.MAJOR_FAULTS, values.get("pgmajfault"));
    }
}
