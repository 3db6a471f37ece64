package dev.redliner.collector.host;

import dev.redliner.collector.procfs.ControlGroups;
import dev.redliner.collector.procfs.ControlGroups.Folder;
import dev.redliner.collector.procfs.CpuQuota;
import dev.redliner.collector.procfs.KeyValues;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The files of a process's control groups. A limit may be that of a group above the process's own, such as of a pod or
 * a slice: the tightest limit applies, and its group is the one that is throttled.
 *
 * @param cpu the group with the tightest CPU quota, or the process's own if there is none
 * @param usage the folder with that group's CPU time, in version 1 one of another controller
 * @param memory the group with the tightest memory limit; empty if there is none
 */
record CgroupFiles(KernelFiles files, Limited cpu, String usage, Optional<Limited> memory) {
    /** The limit of version 1 that means "none" is just below 2^63. */
    private static final double UNLIMITED = 0x1p60;

    /** @param limit CPUs, or bytes; empty if the group and those above have none */
    record Limited(boolean second, String folder, OptionalDouble limit) {}

    /** CPU time, and the periods of the quota, of a group since it exists. Without a quota there are no periods. */
    record CpuUse(double seconds, long periods, long throttled, double throttledSeconds) {}

    /** @throws IOException if no folder of the CPU's control group can be seen, so that a quota would not be seen */
    static CgroupFiles of(KernelFiles files, ControlGroups groups) throws IOException {
        Folder folder = existing(files, groups, "cpu")
                .orElseThrow(() -> new IOException("the control group of the process is not mounted here"));
        List<String> upwards = ControlGroups.upwards(folder);
        Limited cpu = new Limited(folder.second(), upwards.get(0), OptionalDouble.empty());
        for (String each : upwards) {
            OptionalDouble quota = quota(files, folder.second(), each);
            if (tighter(quota, cpu.limit)) {
                cpu = new Limited(folder.second(), each, quota);
            }
        }
        String usage = cpu.second ? cpu.folder : firstUsage(files, groups, folder, cpu);
        return new CgroupFiles(files, cpu, usage, memory(files, groups));
    }

    private static Optional<Folder> existing(KernelFiles files, ControlGroups groups, String controller) {
        return groups.foldersOf(controller).stream()
                .filter(folder -> files.exists(folder.folder()))
                .findFirst();
    }

    /** Version 1 may mount the CPU time apart from the quotas: the group of the same path counts the same processes. */
    private static String firstUsage(KernelFiles files, ControlGroups groups, Folder quotas, Limited cpu)
            throws IOException {
        Optional<Folder> mounted = existing(files, groups, "cpuacct");
        if (mounted.isEmpty() && cpu.limit.isEmpty()) {
            return quotas.folder();
        }
        Folder times = mounted.orElseThrow(
                () -> new IOException("the control group cpuacct of the process is not mounted here"));
        String same = times.top() + cpu.folder.substring(quotas.top().length());
        if (files.exists(same)) {
            return same;
        }
        if (cpu.limit.isPresent()) {
            throw new IOException(
                    "the CPU time of the control group with the quota, %s, is not at %s".formatted(cpu.folder, same));
        }
        return times.folder();
    }

    private static OptionalDouble quota(KernelFiles files, boolean second, String folder) throws IOException {
        // the topmost group has no quota, and neither has one for which the controller is off
        String file = folder + (second ? "/cpu.max" : "/cpu.cfs_quota_us");
        if (!files.exists(file)) {
            return OptionalDouble.empty();
        }
        return second
                ? CpuQuota.second(files.text(file))
                : CpuQuota.first(files.text(file), files.text(folder + "/cpu.cfs_period_us"));
    }

    private static Optional<Limited> memory(KernelFiles files, ControlGroups groups) throws IOException {
        Optional<Folder> folder = existing(files, groups, "memory");
        Limited tightest = null;
        for (String each : folder.map(ControlGroups::upwards).orElse(List.of())) {
            boolean second = folder.get().second();
            OptionalDouble limit = memoryLimit(files, each + (second ? "/memory.max" : "/memory.limit_in_bytes"));
            if (tighter(limit, tightest == null ? OptionalDouble.empty() : tightest.limit)) {
                tightest = new Limited(second, each, limit);
            }
        }
        return Optional.ofNullable(tightest);
    }

    private static OptionalDouble memoryLimit(KernelFiles files, String file) throws IOException {
        if (!files.exists(file)) {
            return OptionalDouble.empty();
        }
        String text = files.text(file).strip();
        double bytes = text.equals("max") ? UNLIMITED : Double.parseDouble(text);
        return bytes < UNLIMITED ? OptionalDouble.of(bytes) : OptionalDouble.empty();
    }

    private static boolean tighter(OptionalDouble limit, OptionalDouble than) {
        return limit.isPresent() && (than.isEmpty() || limit.getAsDouble() < than.getAsDouble());
    }

    CpuUse cpuUse() throws IOException {
        var stat = KeyValues.parse("cpu.stat", files.text(cpu.folder + "/cpu.stat"));
        long periods = stat.find("nr_periods").orElse(0);
        long throttled = stat.find("nr_throttled").orElse(0);
        if (cpu.second) {
            double throttledSeconds = stat.find("throttled_usec").orElse(0) / 1e6;
            return new CpuUse(stat.get("usage_usec") / 1e6, periods, throttled, throttledSeconds);
        }
        double used = Double.parseDouble(files.text(usage + "/cpuacct.usage").strip()) / 1e9;
        return new CpuUse(used, periods, throttled, stat.find("throttled_time").orElse(0) / 1e9);
    }

    /** Memory of the limited group that could not be freed at once: without files that were not used lately, bytes. */
    double memoryUsed(Limited group) throws IOException {
        String usage = group.folder + (group.second ? "/memory.current" : "/memory.usage_in_bytes");
        var stat = KeyValues.parse("memory.stat", files.text(group.folder + "/memory.stat"));
        double inactive = stat.get(group.second ? "inactive_file" : "total_inactive_file");
        return Math.max(0, Double.parseDouble(files.text(usage).strip()) - inactive);
    }

    /** Processes of the limited group that the kernel killed because the limit was reached. */
    long oomKills(Limited group) throws IOException {
        String file = group.folder + (group.second ? "/memory.events" : "/memory.oom_control");
        return KeyValues.parse(file, files.text(file)).get("oom_kill");
    }
}
