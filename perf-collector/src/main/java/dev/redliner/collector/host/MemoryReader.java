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

    /** Linux before 3.14 has no {@code MemAvailable}: then the sum of its main parts, as by OSHI. */
    static Memory memory(KernelFiles files) throws IOException {
        var values = KeyValues.parse("/proc/meminfo", files.text("/proc/meminfo"));
        return new Memory(values.get("MemTotal") * 1024.0, available(values) * 1024.0);
    }

    private static long available(KeyValues values) {
        return values.find("MemAvailable")
                .orElseGet(() -> values.get("MemFree")
                        + values.get("Active(file)")
                        + values.get("Inactive(file)")
                        + values.get("SReclaimable"));
    }

    static void readSwap(KernelFiles files, Auxiliary constants, Found into) throws IOException {
        var values = KeyValues.parse("/proc/vmstat", files.text("/proc/vmstat"));
        into.counter(HostEvidence.SWAP_IN, values.get("pswpin") * (double) constants.pageSize());
        into.counter(HostEvidence.SWAP_OUT, values.get("pswpout") * (double) constants.pageSize());
        into.counter(HostEvidence.MAJOR_FAULTS, values.get("pgmajfault"));
    }
}
