package dev.redliner.collector.host;

import dev.redliner.collector.host.CgroupFiles.CpuUse;
import dev.redliner.collector.host.CgroupFiles.Limited;
import dev.redliner.collector.host.ProcessFinder.Running;
import dev.redliner.collector.procfs.ControlGroups;
import dev.redliner.contracts.sample.HostEvidence;
import java.io.IOException;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The limits of a process's control groups, and their use. The limits are read once a minute. */
final class CgroupReader {
    private static final String NO_QUOTA = "the process has no CPU quota";
    private static final String CHANGED = "the control group changed";
    private static final String NO_MEMORY_LIMIT = "the process has no memory limit";

    private final KernelFiles files;
    private final MinuteClock recheck = new MinuteClock();
    private @Nullable CgroupFiles group;
    private @Nullable Running known;
    private @Nullable CpuUse before;
    private long beforeNanos;

    /**
     * The limits that replace those of the node.
     *
     * @param cpus the CPU quota, CPUs
     * @param cpuUsed fraction of the quota in use since the previous read
     * @param memory the memory limit, bytes
     * @param memoryUsed bytes in use
     */
    record Limits(OptionalDouble cpus, OptionalDouble cpuUsed, OptionalDouble memory, OptionalDouble memoryUsed) {}

    CgroupReader(KernelFiles files) {
        this.files = files;
    }

    Limits read(Running process, Found into) throws IOException {
        boolean changed = false;
        if (!process.isSameAs(known)) {
            changed = known != null;
            known = process;
            group = null;
        }
        if (group == null || recheck.isDue(into.nanos())) {
            CgroupFiles now = CgroupFiles.of(
                    files,
                    ControlGroups.parse(
                            files.text("/proc/" + process.pid() + "/cgroup"), files.text("/proc/self/mountinfo")));
            changed |= group != null && !group.equals(now);
            before = now.equals(group) ? before : null;
            group = now;
        }
        CgroupFiles limited = group;
        OptionalDouble cpuUsed = readCpu(limited, changed, into);
        OptionalDouble memoryUsed = readMemory(limited, changed, into);
        if (changed) {
            into.gap("cgroup.pressure", CHANGED);
        } else if (limited.cpu().second()) {
            into.part(
                    "cgroup.pressure",
                    found -> PressureReader.readGroup(files, limited.cpu().folder(), found));
        } else {
            into.gap("cgroup.pressure", "control groups of version 1 do not report pressure");
        }
        OptionalDouble memory = limited.memory().map(Limited::limit).orElse(OptionalDouble.empty());
        return new Limits(limited.cpu().limit(), cpuUsed, memory, memoryUsed);
    }

    /** @param changed whether the totals are those of another group than before, so that no increase is known */
    private OptionalDouble readCpu(CgroupFiles limited, boolean changed, Found into) throws IOException {
        CpuUse now;
        try {
            now = limited.cpuUse();
        } catch (IOException | IllegalArgumentException e) {
            if (limited.cpu().limit().isPresent()) {
                throw e;
            }
            // without a quota, the CPU is that of the node
            before = null;
            into.gap(HostEvidence.CGROUP_CPU_LIMIT, NO_QUOTA);
            into.gap(HostEvidence.CGROUP_CPU, NO_QUOTA);
            into.gap(HostEvidence.CGROUP_THROTTLED, "not readable: " + e);
            return OptionalDouble.empty();
        }
        CpuUse earlier = before;
        double seconds = (into.nanos() - beforeNanos) / 1e9;
        before = now;
        beforeNanos = into.nanos();
        if (changed) {
            into.gap(HostEvidence.CGROUP_THROTTLED_TIME, CHANGED);
        } else {
            into.counter(HostEvidence.CGROUP_THROTTLED_TIME, now.throttledSeconds());
        }
        if (earlier == null || seconds <= 0) {
            into.gap(HostEvidence.CGROUP_THROTTLED, Found.FIRST);
            into.gap(HostEvidence.CGROUP_CPU, Found.FIRST);
            return OptionalDouble.empty();
        }
        into.gauge(HostEvidence.CGROUP_THROTTLED, throttled(earlier, now));
        OptionalDouble quota = limited.cpu().limit();
        if (quota.isEmpty()) {
            into.gap(HostEvidence.CGROUP_CPU_LIMIT, NO_QUOTA);
            into.gap(HostEvidence.CGROUP_CPU, NO_QUOTA);
            return OptionalDouble.empty();
        }
        double used = Math.max(0, now.seconds() - earlier.seconds()) / seconds / quota.getAsDouble();
        into.gauge(HostEvidence.CGROUP_CPU_LIMIT, quota.getAsDouble());
        into.gauge(HostEvidence.CGROUP_CPU, used);
        return OptionalDouble.of(used);
    }

    /** No period passed: no process of the group ran, or there is no quota. Nothing was throttled then. */
    static double throttled(CpuUse before, CpuUse now) {
        long periods = now.periods() - before.periods();
        double fraction = periods <= 0 ? 0 : (now.throttled() - before.throttled()) / (double) periods;
        return Math.min(1, Math.max(0, fraction));
    }

    private static OptionalDouble readMemory(CgroupFiles limited, boolean changed, Found into) throws IOException {
        if (limited.memory().isEmpty()) {
            into.gap(HostEvidence.CGROUP_MEMORY_LIMIT, NO_MEMORY_LIMIT);
            into.gap(HostEvidence.CGROUP_MEMORY_USED, NO_MEMORY_LIMIT);
            into.gap(HostEvidence.CGROUP_OOM_KILLS, NO_MEMORY_LIMIT);
            return OptionalDouble.empty();
        }
        Limited group = limited.memory().get();
        double limit = group.limit().orElseThrow();
        double used = limited.memoryUsed(group);
        into.gauge(HostEvidence.CGROUP_MEMORY_LIMIT, limit);
        into.gauge(HostEvidence.CGROUP_MEMORY_USED, used / limit);
        if (changed) {
            into.gap(HostEvidence.CGROUP_OOM_KILLS, CHANGED);
        } else {
            into.part(
                    HostEvidence.CGROUP_OOM_KILLS,
                    found -> found.counter(HostEvidence.CGROUP_OOM_KILLS, limited.oomKills(group)));
        }
        return OptionalDouble.of(used);
    }
}
