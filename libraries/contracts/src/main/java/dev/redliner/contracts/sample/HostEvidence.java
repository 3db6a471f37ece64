package dev.redliner.contracts.sample;

import java.util.List;
import java.util.stream.Stream;

/**
 * The names of the metrics that show why a host gives out: its CPUs, pressure, sockets, control group and the process
 * of the service. Rules may read them. {@code docs/configuration.md} has the unit and source of each.
 */
public final class HostEvidence {
    public static final String CPU_USER = "host.cpu.user";
    public static final String CPU_SYSTEM = "host.cpu.system";
    public static final String CPU_IOWAIT = "host.cpu.iowait";
    public static final String CPU_STEAL = "host.cpu.steal";
    public static final String CPU_IRQ = "host.cpu.irq";
    public static final String CPU_SOFTIRQ = "host.cpu.softirq";
    public static final String CPU_BUSIEST = "host.cpu.busiest";
    public static final String CPU_NODE = "host.cpu.node";
    public static final String RUN_QUEUE = "host.run_queue";
    public static final String BLOCKED = "host.blocked";
    public static final String INTERRUPTS = "host.interrupts";
    public static final String PRESSURE_CPU_SOME = "host.pressure.cpu.some";
    public static final String PRESSURE_MEMORY_SOME = "host.pressure.memory.some";
    public static final String PRESSURE_MEMORY_FULL = "host.pressure.memory.full";
    public static final String PRESSURE_IO_SOME = "host.pressure.io.some";
    public static final String PRESSURE_IO_FULL = "host.pressure.io.full";
    public static final String MEMORY_AVAILABLE = "host.memory.available";
    public static final String SWAP_IN = "host.swap.in_bytes";
    public static final String SWAP_OUT = "host.swap.out_bytes";
    public static final String MAJOR_FAULTS = "host.major_faults";
    public static final String NET_BUSY = "host.net.busy";
    public static final String NET_SQUEEZED = "host.net.squeezed";
    public static final String NET_SOFTNET_DROPS = "host.net.softnet_drops";
    public static final String TCP_TIME_WAIT = "host.tcp.time_wait";
    public static final String TCP_ORPHANS = "host.tcp.orphans";
    public static final String TCP_MEMORY = "host.tcp.memory";
    public static final String SOCKETS = "host.sockets";
    public static final String PORTS_USED = "host.ports.used";

    public static final String CGROUP_CPU_LIMIT = "cgroup.cpu.limit";
    public static final String CGROUP_CPU = "cgroup.cpu";
    public static final String CGROUP_THROTTLED = "cgroup.throttled";
    public static final String CGROUP_THROTTLED_TIME = "cgroup.throttled_time";
    public static final String CGROUP_MEMORY_LIMIT = "cgroup.memory.limit";
    public static final String CGROUP_MEMORY_USED = "cgroup.memory.used";
    public static final String CGROUP_OOM_KILLS = "cgroup.oom_kills";
    public static final String CGROUP_PRESSURE_CPU = "cgroup.pressure.cpu";
    public static final String CGROUP_PRESSURE_MEMORY = "cgroup.pressure.memory";
    public static final String CGROUP_PRESSURE_IO = "cgroup.pressure.io";

    public static final String PROC_CPU = "proc.cpu";
    public static final String PROC_CPU_BUSIEST = "proc.cpu.busiest";
    public static final String PROC_READY = "proc.ready";
    public static final String PROC_THREADS = "proc.threads";
    public static final String PROC_MEMORY = "proc.memory";
    public static final String PROC_MAJOR_FAULTS = "proc.major_faults";
    public static final String PROC_FDS = "proc.fds";
    public static final String PROC_FDS_USED = "proc.fds.used";
    public static final String PROC_READ_BYTES = "proc.io.read_bytes";
    public static final String PROC_WRITTEN_BYTES = "proc.io.written_bytes";
    public static final String PROC_CONNECTIONS = "proc.connections";
    public static final String PROC_UNREAD = "proc.unread";
    public static final String PROC_UNREAD_BYTES = "proc.unread_bytes";
    public static final String PROC_UNSENT = "proc.unsent";
    public static final String PROC_UNSENT_BYTES = "proc.unsent_bytes";
    public static final String PROC_BACKLOG = "proc.backlog";

    public static final String JVM_PAUSES = "proc.jvm.pauses";
    public static final String JVM_PAUSED = "proc.jvm.paused";
    public static final String JVM_GC_CPU = "proc.jvm.gc_cpu";
    public static final String JVM_GC_SYSTEM = "proc.jvm.gc_system";
    public static final String JVM_GC_REAL = "proc.jvm.gc_real";
    public static final String JVM_GC_WAITED = "proc.jvm.gc_waited";
    public static final String JVM_HEAP = "proc.jvm.heap";
    public static final String JVM_STOPPED = "proc.jvm.stopped";
    public static final String JVM_REACHING = "proc.jvm.reaching";
    public static final String JVM_LONGEST_STOP = "proc.jvm.longest_stop";

    /** All names, in the order of the documentation. */
    public static final List<String> ALL = List.of(
            CPU_USER,
            CPU_SYSTEM,
            CPU_IOWAIT,
            CPU_STEAL,
            CPU_IRQ,
            CPU_SOFTIRQ,
            CPU_BUSIEST,
            CPU_NODE,
            RUN_QUEUE,
            BLOCKED,
            INTERRUPTS,
            PRESSURE_CPU_SOME,
            PRESSURE_MEMORY_SOME,
            PRESSURE_MEMORY_FULL,
            PRESSURE_IO_SOME,
            PRESSURE_IO_FULL,
            MEMORY_AVAILABLE,
            SWAP_IN,
            SWAP_OUT,
            MAJOR_FAULTS,
            NET_BUSY,
            NET_SQUEEZED,
            NET_SOFTNET_DROPS,
            TCP_TIME_WAIT,
            TCP_ORPHANS,
            TCP_MEMORY,
            SOCKETS,
            PORTS_USED,
            CGROUP_CPU_LIMIT,
            CGROUP_CPU,
            CGROUP_THROTTLED,
            CGROUP_THROTTLED_TIME,
            CGROUP_MEMORY_LIMIT,
            CGROUP_MEMORY_USED,
            CGROUP_OOM_KILLS,
            CGROUP_PRESSURE_CPU,
            CGROUP_PRESSURE_MEMORY,
            CGROUP_PRESSURE_IO,
            PROC_CPU,
            PROC_CPU_BUSIEST,
            PROC_READY,
            PROC_THREADS,
            PROC_MEMORY,
            PROC_MAJOR_FAULTS,
            PROC_FDS,
            PROC_FDS_USED,
            PROC_READ_BYTES,
            PROC_WRITTEN_BYTES,
            PROC_CONNECTIONS,
            PROC_UNREAD,
            PROC_UNREAD_BYTES,
            PROC_UNSENT,
            PROC_UNSENT_BYTES,
            PROC_BACKLOG,
            JVM_PAUSES,
            JVM_PAUSED,
            JVM_GC_CPU,
            JVM_GC_SYSTEM,
            JVM_GC_REAL,
            JVM_GC_WAITED,
            JVM_HEAP,
            JVM_STOPPED,
            JVM_REACHING,
            JVM_LONGEST_STOP);

    /** All metrics of a host: those of {@link HostMetrics} and these. */
    public static final List<String> WITH_METRICS =
            Stream.of(HostMetrics.ALL, ALL).flatMap(List::stream).toList();

    private HostEvidence() {}
}
