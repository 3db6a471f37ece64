package dev.redliner.collector.host;

import dev.redliner.collector.gclog.GcLog;
import dev.redliner.collector.host.CgroupReader.Limits;
import dev.redliner.collector.host.MemoryReader.Memory;
import dev.redliner.collector.host.ProcessFinder.Running;
import dev.redliner.collector.procfs.Auxiliary;
import dev.redliner.collector.procfs.KernelStat;
import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.HostMetrics;
import dev.redliner.contracts.sample.MetricNames;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A machine with Linux, by the files of its kernel. */
final class LinuxHost implements HostReader {
    private static final Limits NO_LIMITS =
            new Limits(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

    private final KernelFiles files;
    private final WatchedProcess watched;
    private final ProcessFinder finder;
    private final CpuReader cpu = new CpuReader();
    private final CgroupReader cgroup;
    private final CpusetReader cpuset;
    private final DiskReader disks;
    private final NetworkReader network;
    private final AtomicLong bootTime;
    private final PropertyReader properties;
    private final @Nullable GcLog gcLog;
    private @Nullable Auxiliary constants;
    private @Nullable ProcessReader process;
    /** The process of the service in this read; null if there is none. */
    private @Nullable Running present;

    LinuxHost(KernelFiles files, NodeSettings settings) {
        this(files, settings, BootTime.OF_THIS_MACHINE);
    }

    /** @param bootTime keeps the time of the first read: that of the kernel moves with the clock */
    LinuxHost(KernelFiles files, NodeSettings settings, AtomicLong bootTime) {
        this.files = files;
        this.watched = settings.process();
        this.bootTime = bootTime;
        this.finder = new ProcessFinder(files, watched);
        this.cgroup = new CgroupReader(files);
        this.cpuset = new CpusetReader(files);
        this.disks = new DiskReader(files);
        this.properties = new PropertyReader(files);
        this.network = new NetworkReader(files, settings.linkMegabits());
        this.gcLog = watched.gcLog() == null ? null : new GcLog(watched.gcLog());
    }

    private static final class BootTime {
        static final AtomicLong OF_THIS_MACHINE = new AtomicLong();
    }

    @Override
    public void read(Found into) {
        present = null;
        into.part(MetricNames.HOST_CPU, this::readLimited);
        into.part(HostMetrics.LOAD1, this::readLoad);
        into.part("host.pressure", found -> PressureReader.readNode(files, found));
        into.part("host.swap", found -> MemoryReader.readSwap(files, constants(), found));
        into.part("host.disk", disks::read);
        into.part("host.net", network::read);
        into.part("host.net.softnet", found -> NetworkReader.readSoftnet(files, found));
        into.part("host.tcp", found -> TcpReader.readTcp(files, constants(), found));
        into.part("host.tcp.queues", found -> TcpReader.readQueues(files, found));
        GcLog log = gcLog;
        if (log != null) {
            into.part("proc.jvm", found -> log.read(found::gauge, found::counter));
        }
        // last: their reads would delay those of fractions of time
        properties.read(present, into);
    }

    /** CPU and memory: those of the process's control group if it has limits, else those of the node. */
    private void readLimited(Found into) throws IOException {
        var stat = KernelStat.parse(files.text("/proc/stat"));
        OptionalDouble used = cpu.read(stat, into);
        bootTime.compareAndSet(0, stat.bootTime());
        into.gauge(MetricNames.HOST_BOOT, bootTime.get());
        Optional<Memory> memory = readMemory(into);
        if (watched.isNone()) {
            addCpu(NO_LIMITS, stat.cpus().keySet(), used, into);
            memory.ifPresent(node -> addMemory(NO_LIMITS, node, into));
            return;
        }
        Limits limits;
        Set<String> usable;
        try {
            var running = finder.find(into.nanos());
            present = running;
            into.part("proc", found -> {
                found.gauge(MetricNames.PROCESS_START, startOf(running));
                readProcess(running, found);
            });
            limits = cgroup.read(running, into);
            usable = cpuset.usable(running, stat, into.nanos());
        } catch (IOException | IllegalArgumentException e) {
            // the node's values may hide that the process is at its limits
            String reason = "the limits of the service's process are not known: " + e.getMessage();
            into.gap("proc", reason);
            into.gap(MetricNames.HOST_CPU, reason);
            into.gap(HostMetrics.MEMORY_USED, reason);
            return;
        }
        OptionalDouble ofUsable = usable.size() < stat.cpus().size() ? cpu.usedOf(usable) : used;
        addCpu(limits, usable, ofUsable, into);
        memory.ifPresent(node -> addMemory(limits, node, into));
    }

    /** The CPU is known also where the memory is not. */
    private Optional<Memory> readMemory(Found into) {
        try {
            return Optional.of(MemoryReader.memory(files));
        } catch (IOException | IllegalArgumentException e) {
            into.gap(HostMetrics.MEMORY_USED, "not readable: " + e);
            return Optional.empty();
        }
    }

    /** Seconds since 1970. */
    private double startOf(ProcessFinder.Running running) throws IOException {
        return bootTime.get()
                + running.stat().startTicks() / (double) constants().ticksPerSecond();
    }

    private void readProcess(ProcessFinder.Running running, Found into) throws IOException {
        ProcessReader reader = process;
        if (reader == null || !reader.isOf(running)) {
            reader = new ProcessReader(files, constants(), running, watched.port(), process != null);
            process = reader;
        }
        reader.read(running, into);
    }

    /**
     * @param usable the CPUs on which the process may run
     * @param usedOfThem the fraction of them in use
     */
    private static void addCpu(Limits limits, Set<String> usable, OptionalDouble usedOfThem, Found into) {
        // a quota above the usable CPUs is none
        int cpus = usable.size();
        boolean limited = limits.cpus().orElse(cpus) < cpus;
        OptionalDouble used = limited ? limits.cpuUsed() : usedOfThem;
        used.ifPresentOrElse(
                // CPU time is counted in steps, so a use just above the limit is possible
                fraction -> into.gauge(MetricNames.HOST_CPU, Math.min(1, fraction)),
                () -> into.gap(MetricNames.HOST_CPU, Found.FIRST));
        into.gauge(MetricNames.HOST_CPUS, limited ? limits.cpus().orElseThrow() : cpus);
    }

    private static void addMemory(Limits limits, Memory node, Found into) {
        // a limit above the node's memory is none
        double total = Math.min(node.total(), limits.memory().orElse(node.total()));
        double available = node.available();
        if (limits.memoryUsed().isPresent()) {
            available =
                    Math.min(available, Math.max(0, total - limits.memoryUsed().getAsDouble()));
        }
        into.gauge(MetricNames.HOST_MEMORY, total);
        into.gauge(HostEvidence.MEMORY_AVAILABLE, available);
        into.gauge(HostMetrics.MEMORY_USED, 1 - available / total);
    }

    private void readLoad(Found into) throws IOException {
        into.gauge(
                HostMetrics.LOAD1,
                Double.parseDouble(files.text("/proc/loadavg").split(" ")[0]));
    }

    private Auxiliary constants() throws IOException {
        Auxiliary known = constants;
        if (known == null) {
            known = Auxiliary.parse(files.bytes("/proc/self/auxv"));
            constants = known;
        }
        return known;
    }
}
