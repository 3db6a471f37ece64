package dev.redliner.collector.host;

import dev.redliner.collector.sample.MetricSource;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.HostMetrics;
import dev.redliner.contracts.sample.MetricNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.software.os.InternetProtocolStats;
import oshi.util.GlobalConfig;

/**
 * Reads the node that this process runs on. Values that the system does not provide are gaps; the rest is still read.
 */
public final class HostSource implements MetricSource {
    /** The source's name in gaps. */
    public static final String NAME = "host";

    /** By default OSHI caches readings for 300 ms, which is longer than a watched pool's interval. */
    private static final int OSHI_CACHE_MS = 40;

    private final String host;
    private final HardwareAbstractionLayer hardware;
    private final InternetProtocolStats protocols;
    private final NetworkReader network;
    private final DiskReader disks;
    private final HostFacts facts = new HostFacts();
    /** After a longer pause the CPU times cover a different time than the interval. */
    private static final Duration PAUSE = Duration.ofSeconds(60);

    private long @Nullable [] cpuBefore;
    private @Nullable Instant readBefore;

    /** @param host the node's id in its pool */
    public HostSource(String host) {
        GlobalConfig.set(GlobalConfig.OSHI_UTIL_MEMOIZER_EXPIRATION, OSHI_CACHE_MS);
        var system = new SystemInfo();
        this.host = host;
        this.hardware = system.getHardware();
        this.protocols = system.getOperatingSystem().getInternetProtocolStats();
        this.network = new NetworkReader(hardware);
        this.disks = new DiskReader(hardware);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> hosts() {
        return Set.of(host);
    }

    @Override
    public Map<String, Reading> read(Instant at, Duration limit) {
        if (readBefore != null && readBefore.plus(PAUSE).isBefore(at)) {
            cpuBefore = null;
        }
        readBefore = at;
        var found = new Found(new HashMap<>(), new HashMap<>(), new ArrayList<>());
        found.part(MetricNames.HOST_CPU, this::readCpu);
        found.part(HostMetrics.LOAD1, this::readLoad);
        found.part(HostMetrics.MEMORY_USED, this::readMemory);
        found.counters.put(HostMetrics.STALLED, Stalls.ofThisProcess().seconds());
        found.part("host.facts", into -> facts.read(at, into));
        found.part("host.disk", into -> disks.read(at, into));
        found.part("host.net", into -> network.read(at, into));
        found.part("host.tcp", this::readTcp);
        found.part("host.tcp.queues", TcpQueues::read);
        return Map.of(host, new Reading(null, found.gauges, found.counters, Map.of(), found.gaps));
    }

    private void readCpu(Found into) {
        long[] cpu = hardware.getProcessor().getSystemCpuLoadTicks();
        long[] before = cpuBefore;
        cpuBefore = cpu;
        into.counters.put(
                HostMetrics.CONTEXT_SWITCHES, (double) hardware.getProcessor().getContextSwitches());
        if (before == null) {
            into.gap(MetricNames.HOST_CPU, "first reading");
        } else {
            CpuTimes.usedFraction(before, cpu)
                    .ifPresentOrElse(
                            fraction -> into.gauges.put(MetricNames.HOST_CPU, fraction),
                            () -> into.gap(MetricNames.HOST_CPU, "the CPU time did not advance since the read before"));
        }
    }

    private void readLoad(Found into) {
        double load = hardware.getProcessor().getSystemLoadAverage(1)[0];
        if (load >= 0) {
            into.gauges.put(HostMetrics.LOAD1, load);
        } else {
            into.gap(HostMetrics.LOAD1, "not shown by this system");
        }
    }

    private void readMemory(Found into) {
        double available = hardware.getMemory().getAvailable();
        into.gauges.put(
                HostMetrics.MEMORY_USED, 1 - available / hardware.getMemory().getTotal());
    }

    private void readTcp(Found into) {
        var tcp = protocols.getTCPv4Stats();
        into.counters.put(HostMetrics.TCP_RETRANSMITS, (double) tcp.getSegmentsRetransmitted());
        into.gauges.put(HostMetrics.TCP_ESTABLISHED, (double) tcp.getConnectionsEstablished());
    }

    /** The values found so far in one read. */
    record Found(Map<String, Double> gauges, Map<String, Double> counters, List<Gap> gaps) {

        /** A part of the read that adds its values. */
        interface Part {
            void readInto(Found found) throws Exception;
        }

        void gap(String name, String reason) {
            gaps.add(new Gap(name, reason));
        }

        /** OSHI uses native code and files that a container may hide. */
        private void part(String name, Part part) {
            try {
                part.readInto(this);
            } catch (Exception | LinkageError e) {
                gap(name, "not readable: " + e);
            }
        }
    }
}
