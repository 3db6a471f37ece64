package dev.redliner.standalone.machine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;

/** Reads a machine for some seconds, during which this process should be idle. */
public final class MachineProbe {
    /** Long enough to see the stalls of a busy machine, and short enough for a user to wait. */
    public static final Duration USUAL = Duration.ofMillis(2_500);

    private static final long SLEEP_NANOS = 1_000_000;

    private MachineProbe() {}

    /**
     * Reads the machine.
     *
     * @param folder the folder for the files of a run; it need not exist
     * @param within duration of the reading
     */
    public static MachineReading read(Path folder, Duration within) {
        var hardware = new SystemInfo().getHardware();
        CentralProcessor processor = hardware.getProcessor();
        var process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long[] before = processor.getSystemCpuLoadTicks();
        long ownBefore = process.getProcessCpuTime();
        long[] delays = delays(within);
        double own = (process.getProcessCpuTime() - ownBefore) / 1e6;
        int cores = processor.getLogicalProcessorCount();
        return new MachineReading(
                Runtime.getRuntime().availableProcessors(),
                cores,
                others(before, processor.getSystemCpuLoadTicks(), own),
                Duration.ofNanos(delays[delays.length / 2]),
                Duration.ofNanos(delays[delays.length - 1]),
                freeMemory(hardware.getMemory(), process),
                folder,
                existing(folder).toFile().getUsableSpace());
    }

    /** The delays of many short sleeps, in ns, ascending. */
    private static long[] delays(Duration within) {
        var delays = new long[(int) Math.max(1, within.toNanos() / SLEEP_NANOS)];
        long end = System.nanoTime() + within.toNanos();
        int count = 0;
        for (long from = System.nanoTime(); count == 0 || (count < delays.length && from < end); count++) {
            LockSupport.parkNanos(SLEEP_NANOS);
            long to = System.nanoTime();
            delays[count] = Math.max(0, to - from - SLEEP_NANOS);
            from = to;
        }
        long[] taken = Arrays.copyOf(delays, count);
        Arrays.sort(taken);
        return taken;
    }

    /**
     * The fraction of all cores' time that other programs used.
     *
     * @param before ms by {@link TickType}
     * @param after ms by {@link TickType}
     * @param ownMillis CPU time of this process in between
     */
    static double others(long[] before, long[] after, double ownMillis) {
        double total = 0;
        double idle = 0;
        for (TickType type : TickType.values()) {
            long passed = after[type.getIndex()] - before[type.getIndex()];
            total += passed;
            idle += type == TickType.IDLE || type == TickType.IOWAIT ? passed : 0;
        }
        return total <= 0 ? 0 : Math.min(1, Math.max(0, (total - idle - ownMillis) / total));
    }

    /** Memory that is still free. OSHI reads the machine's memory, the JVM the limit of its container. */
    private static long freeMemory(GlobalMemory machine, OperatingSystemMXBean container) {
        return container.getTotalMemorySize() < machine.getTotal()
                ? Math.min(machine.getAvailable(), container.getFreeMemorySize())
                : machine.getAvailable();
    }

    private static Path existing(Path folder) {
        Path existing = folder.toAbsolutePath();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return existing;
    }
}
