package dev.redliner.collector.host;

import dev.redliner.contracts.sample.HostMetrics;
import dev.redliner.contracts.sample.MetricNames;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.software.os.OperatingSystem;
import oshi.util.GlobalConfig;

/** A machine without {@code /proc}, by OSHI: the basic values only. */
final class OshiHost implements HostReader {
    /** By default OSHI caches readings for 300 ms, which is longer than a watched pool's interval. */
    private static final int OSHI_CACHE_MS = 40;

    private static final String ONLY_LINUX = "read on Linux only";

    private final HardwareAbstractionLayer hardware;
    private final OperatingSystem system;
    private final OshiNetwork network;
    private final OshiDisks disks;
    private long @Nullable [] cpuBefore;

    OshiHost() {
        GlobalConfig.set(GlobalConfig.OSHI_UTIL_MEMOIZER_EXPIRATION, OSHI_CACHE_MS);
        var info = new SystemInfo();
        hardware = info.getHardware();
        system = info.getOperatingSystem();
        network = new OshiNetwork(hardware);
        disks = new OshiDisks(hardware);
    }

    @Override
    public void read(Found into) {
        into.part(MetricNames.HOST_CPU, this::readCpu);
        into.part(HostMetrics.LOAD1, this::readLoad);
        into.part(HostMetrics.MEMORY_USED, this::readMemory);
        into.part("host.facts", this::readFacts);
        into.part("host.disk", disks::read);
        into.part("host.net", network::read);
        into.part("host.tcp", this::readTcp);
        for (String group : new String[] {
            "host.tcp.queues", "host.cpu.user", "host.cpu.busiest", "host.pressure", "host.swap", "cgroup", "proc"
        }) {
            into.gap(group, ONLY_LINUX);
        }
    }

    private void readCpu(Found into) {
        CentralProcessor processor = hardware.getProcessor();
        long[] cpu = processor.getSystemCpuLoadTicks();
        long[] before = cpuBefore;
        cpuBefore = cpu;
        into.counter(HostMetrics.CONTEXT_SWITCHES, processor.getContextSwitches());
        if (before == null) {
            into.gap(MetricNames.HOST_CPU, Found.FIRST);
            return;
        }
        double total = Arrays.stream(cpu).sum() - Arrays.stream(before).sum();
        double idle = since(before, cpu, TickType.IDLE) + since(before, cpu, TickType.IOWAIT);
        if (total <= 0) {
            into.gap(MetricNames.HOST_CPU, CpuReader.STOOD_STILL);
        } else {
            into.gauge(MetricNames.HOST_CPU, Math.min(1, Math.max(0, (total - idle) / total)));
        }
    }

    private static double since(long[] before, long[] after, TickType type) {
        return after[type.getIndex()] - before[type.getIndex()];
    }

    private void readLoad(Found into) {
        double load = hardware.getProcessor().getSystemLoadAverage(1)[0];
        if (load >= 0) {
            into.gauge(HostMetrics.LOAD1, load);
        } else {
            into.gap(HostMetrics.LOAD1, "not shown by this system");
        }
    }

    private void readMemory(Found into) {
        double available = hardware.getMemory().getAvailable();
        into.gauge(HostMetrics.MEMORY_USED, 1 - available / hardware.getMemory().getTotal());
    }

    private void readFacts(Found into) {
        into.gauge(MetricNames.HOST_BOOT, system.getSystemBootTime());
        into.gauge(MetricNames.HOST_CPUS, hardware.getProcessor().getLogicalProcessorCount());
        into.gauge(MetricNames.HOST_MEMORY, hardware.getMemory().getTotal());
    }

    private void readTcp(Found into) {
        var tcp = system.getInternetProtocolStats().getTCPv4Stats();
        into.counter(HostMetrics.TCP_RETRANSMITS, tcp.getSegmentsRetransmitted());
        into.gauge(HostMetrics.TCP_ESTABLISHED, tcp.getConnectionsEstablished());
    }
}
