package dev.redliner.collector.host;

import java.util.OptionalDouble;
import oshi.hardware.CentralProcessor.TickType;

/** The CPU's time by use, as reported by OSHI: ms since boot for each {@link TickType}. */
final class CpuTimes {
    private CpuTimes() {}

    /**
     * The fraction in use between two reads: all time except idle and waiting for disks. Time that a hypervisor gave to
     * other machines (steal) counts as used, because it is not available for more requests.
     *
     * @return empty if no time passed, or the counts fell
     */
    static OptionalDouble usedFraction(long[] before, long[] after) {
        long total = 0;
        for (int i = 0; i < after.length; i++) {
            total += after[i] - before[i];
        }
        long idle = since(before, after, TickType.IDLE) + since(before, after, TickType.IOWAIT);
        if (total <= 0) {
            return OptionalDouble.empty();
        }
        // the kernel's iowait can decrease slightly
        return OptionalDouble.of(Math.min(1, Math.max(0, (total - idle) / (double) total)));
    }

    private static long since(long[] before, long[] after, TickType type) {
        return after[type.getIndex()] - before[type.getIndex()];
    }
}
