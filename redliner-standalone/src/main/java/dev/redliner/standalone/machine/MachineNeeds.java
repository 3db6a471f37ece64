package dev.redliner.standalone.machine;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The demo's requirements of a machine, and their evaluation. All limits and their texts are defined here only. */
public final class MachineNeeds {
    /**
     * Hosts, traffic, Envoy, Kafka, database and the four parts need two cores. One core does not suffice for their
     * bursts.
     */
    private static final int CORES = 2;

    /**
     * A demo with its Envoy takes half a core while it measures, with bursts above. With one of two cores kept busy,
     * all of 40 runs completed (docs/benchmarks.md). Beside more, runs end early because every host is slow.
     */
    private static final double FREE_CORES = 0.9;

    /** Half of the demo's latency limit: a stall of that length makes requests of every host slow at once. */
    private static final Duration WORST_DELAY = Duration.ofMillis(135);

    /** Hosts and traffic are paced by sleeps of some ms. */
    private static final Duration MEDIAN_DELAY = Duration.ofMillis(1);

    /** A demo took 646 MB with the heap that {@code ./redliner} sets, and its Envoy 74 MB. */
    private static final long MEMORY = 900L << 20;

    /** A demo run writes 5 MB, and Kafka's logs grow while {@code demo --stay} measures on. */
    private static final long DISK = 1L << 30;

    private MachineNeeds() {}

    /** A remark on every relevant property, with or without a shortage. */
    public static List<MachineRemark> judge(MachineReading machine) {
        return List.of(cores(machine), load(machine), delays(machine), memory(machine), disk(machine));
    }

    /** Remarks on the properties that do not meet the demo's needs. */
    public static List<MachineRemark> shortages(MachineReading machine) {
        return judge(machine).stream().filter(remark -> !remark.enough()).toList();
    }

    private static MachineRemark cores(MachineReading machine) {
        int cores = machine.usableCores();
        return new MachineRemark(
                "cores",
                cores >= CORES,
                cores == 1 ? "This process may use 1 core." : "This process may use " + cores + " cores.",
                "The demo needs " + CORES + ".",
                "Take a larger machine, or give the container more cores.");
    }

    private static MachineRemark load(MachineReading machine) {
        return new MachineRemark(
                "load",
                machine.freeCores() >= Math.min(FREE_CORES, machine.usableCores()),
                String.format(
                        Locale.ROOT,
                        "Other programs use %.0f%% of this machine's %s, which leaves %.1f.",
                        100 * machine.othersFraction(),
                        machine.cores() == 1 ? "core" : machine.cores() + " cores",
                        machine.freeCores()),
                String.format(Locale.ROOT, "The demo needs %.1f.", FREE_CORES),
                "Stop other programs, or wait until they are done.");
    }

    private static MachineRemark delays(MachineReading machine) {
        boolean enough = machine.medianDelay().compareTo(MEDIAN_DELAY) <= 0
                && machine.worstDelay().compareTo(WORST_DELAY) <= 0;
        return new MachineRemark(
                "stalls",
                enough,
                String.format(
                        Locale.ROOT,
                        "Programs wake up %.1f ms late in the median, and %.0f ms late at worst.",
                        millis(machine.medianDelay()),
                        millis(machine.worstDelay())),
                String.format(
                        Locale.ROOT,
                        "The demo needs at most %.0f ms and %.0f ms.",
                        millis(MEDIAN_DELAY),
                        millis(WORST_DELAY)),
                "Stop other programs. A virtual machine may also stall because its host is busy.");
    }

    private static MachineRemark memory(MachineReading machine) {
        return new MachineRemark(
                "memory",
                machine.freeMemoryBytes() >= MEMORY,
                size(machine.freeMemoryBytes()) + " of memory are free.",
                "The demo needs " + size(MEMORY) + ".",
                "Stop other programs, or give the container more memory.");
    }

    private static MachineRemark disk(MachineReading machine) {
        return new MachineRemark(
                "disk",
                machine.freeDiskBytes() >= DISK,
                size(machine.freeDiskBytes()) + " are free for " + machine.folder() + ".",
                "The demo needs " + size(DISK) + ".",
                "Delete files, or choose another folder: --data.");
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    /** In MB, and from 1 GB on in GB, rounded down. */
    public static String size(long bytes) {
        long megabytes = bytes >> 20;
        if (megabytes < 1024) {
            return megabytes + " MB";
        }
        long tenths = megabytes * 10 / 1024;
        return tenths % 10 == 0 || tenths >= 100 ? tenths / 10 + " GB" : tenths / 10.0 + " GB";
    }
}
