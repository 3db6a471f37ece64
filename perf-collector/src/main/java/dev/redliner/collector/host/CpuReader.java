package dev.redliner.collector.host;

import dev.redliner.collector.procfs.CpuTicks;
import dev.redliner.collector.procfs.KernelStat;
import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.HostMetrics;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The CPUs of the node: fractions of the time since the previous read. */
final class CpuReader {
    static final String STOOD_STILL = "the CPU time did not advance since the read before";

    private @Nullable KernelStat before;
    private @Nullable KernelStat beforeThat;

    /** @return the fraction of all CPUs in use since the previous read */
    OptionalDouble read(KernelStat now, Found into) {
        into.counter(HostMetrics.CONTEXT_SWITCHES, now.contextSwitches());
        into.counter(HostEvidence.INTERRUPTS, now.interrupts());
        // the reader itself is one of the running tasks
        into.gauge(HostEvidence.RUN_QUEUE, Math.max(0, now.running() - 1));
        into.gauge(HostEvidence.BLOCKED, now.blocked());
        KernelStat earlier = before;
        beforeThat = earlier;
        before = now;
        if (earlier == null) {
            into.gap(HostEvidence.CPU_NODE, Found.FIRST);
            return OptionalDouble.empty();
        }
        double total = now.all().total() - earlier.all().total();
        if (total <= 0) {
            into.gap(HostEvidence.CPU_NODE, STOOD_STILL);
            return OptionalDouble.empty();
        }
        addSplit(earlier.all(), now.all(), total, into);
        into.gauge(HostEvidence.CPU_BUSIEST, busiest(earlier, now));
        double used = part(now.all().used() - earlier.all().used(), total);
        into.gauge(HostEvidence.CPU_NODE, used);
        return OptionalDouble.of(used);
    }

    /** The fraction of some CPUs in use between the last two reads; empty if no time passed. A new CPU is left out. */
    OptionalDouble usedOf(Set<String> cpus) {
        KernelStat now = before;
        KernelStat earlier = beforeThat;
        if (now == null || earlier == null) {
            return OptionalDouble.empty();
        }
        double total = 0;
        double used = 0;
        for (String cpu : cpus) {
            CpuTicks from = earlier.cpus().get(cpu);
            CpuTicks to = now.cpus().get(cpu);
            if (from != null && to != null) {
                total += to.total() - from.total();
                used += to.used() - from.used();
            }
        }
        return total > 0 ? OptionalDouble.of(part(used, total)) : OptionalDouble.empty();
    }

    private static void addSplit(CpuTicks before, CpuTicks now, double total, Found into) {
        into.gauge(HostEvidence.CPU_USER, part(now.user() - before.user() + now.nice() - before.nice(), total));
        into.gauge(HostEvidence.CPU_SYSTEM, part(now.system() - before.system(), total));
        into.gauge(HostEvidence.CPU_IOWAIT, part(now.iowait() - before.iowait(), total));
        into.gauge(HostEvidence.CPU_STEAL, part(now.steal() - before.steal(), total));
        into.gauge(HostEvidence.CPU_IRQ, part(now.irq() - before.irq(), total));
        into.gauge(HostEvidence.CPU_SOFTIRQ, part(now.softirq() - before.softirq(), total));
    }

    /** A CPU that is new counts from its second reading. */
    static double busiest(KernelStat before, KernelStat now) {
        double busiest = 0;
        for (var cpu : now.cpus().entrySet()) {
            CpuTicks earlier = before.cpus().get(cpu.getKey());
            if (earlier != null) {
                double total = cpu.getValue().total() - earlier.total();
                double used = cpu.getValue().used() - earlier.used();
                busiest = Math.max(busiest, total > 0 ? part(used, total) : 0);
            }
        }
        return busiest;
    }

    /** The kernel's iowait can decrease slightly. */
    private static double part(double ticks, double total) {
        return Math.min(1, Math.max(0, ticks / total));
    }
}
