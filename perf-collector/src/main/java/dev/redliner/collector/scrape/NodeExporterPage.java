package dev.redliner.collector.scrape;

import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.HostMetrics;
import dev.redliner.contracts.sample.MetricNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The page of Prometheus's node_exporter: its metrics are also those of a host ({@code host.cpu}, {@code host.load1} and
 * so on), as a collector on the node would read them. The start and the build on the page are those of the exporter and
 * not of the service, so they are left out. Keeps the CPU times and the use of devices of the page before.
 */
final class NodeExporterPage {
    private static final String MARK = "node_exporter_build_info";
    private static final String RUNNING = "node_procs_running";
    private static final String FIRST = "first reading";

    private static final Map<String, String> GAUGES = Map.ofEntries(
            Map.entry("node_load1", HostMetrics.LOAD1),
            Map.entry("node_procs_blocked", HostEvidence.BLOCKED),
            Map.entry("node_memory_MemAvailable_bytes", HostEvidence.MEMORY_AVAILABLE),
            Map.entry("node_memory_MemTotal_bytes", MetricNames.HOST_MEMORY),
            Map.entry("node_boot_time_seconds", MetricNames.HOST_BOOT),
            Map.entry("node_netstat_Tcp_CurrEstab", HostMetrics.TCP_ESTABLISHED),
            Map.entry("node_sockstat_TCP_tw", HostEvidence.TCP_TIME_WAIT),
            Map.entry("node_sockstat_TCP_orphan", HostEvidence.TCP_ORPHANS),
            Map.entry("node_sockstat_TCP_mem_bytes", HostEvidence.TCP_MEMORY),
            Map.entry("node_sockstat_sockets_used", HostEvidence.SOCKETS));

    private static final Map<String, String> COUNTERS = Map.ofEntries(
            Map.entry("node_context_switches_total", HostMetrics.CONTEXT_SWITCHES),
            Map.entry("node_intr_total", HostEvidence.INTERRUPTS),
            Map.entry("node_vmstat_pgmajfault", HostEvidence.MAJOR_FAULTS),
            Map.entry("node_pressure_cpu_waiting_seconds_total", HostEvidence.PRESSURE_CPU_SOME),
            Map.entry("node_pressure_memory_waiting_seconds_total", HostEvidence.PRESSURE_MEMORY_SOME),
            Map.entry("node_pressure_memory_stalled_seconds_total", HostEvidence.PRESSURE_MEMORY_FULL),
            Map.entry("node_pressure_io_waiting_seconds_total", HostEvidence.PRESSURE_IO_SOME),
            Map.entry("node_pressure_io_stalled_seconds_total", HostEvidence.PRESSURE_IO_FULL),
            Map.entry("node_netstat_Tcp_RetransSegs", HostMetrics.TCP_RETRANSMITS),
            Map.entry("node_netstat_TcpExt_ListenOverflows", HostMetrics.TCP_QUEUE_OVERFLOWS),
            Map.entry("node_netstat_TcpExt_ListenDrops", HostMetrics.TCP_QUEUE_DROPS),
            Map.entry("node_softnet_times_squeezed_total", HostEvidence.NET_SQUEEZED),
            Map.entry("node_softnet_dropped_total", HostEvidence.NET_SOFTNET_DROPS));

    private static final Map<String, List<String>> OF_DEVICES = Map.of(
            HostMetrics.DISK_READS, List.of("node_disk_reads_completed_total"),
            HostMetrics.DISK_WRITES, List.of("node_disk_writes_completed_total"),
            HostMetrics.DISK_READ_BYTES, List.of("node_disk_read_bytes_total"),
            HostMetrics.DISK_WRITTEN_BYTES, List.of("node_disk_written_bytes_total"),
            HostMetrics.NET_RX_BYTES, List.of(DeviceUse.RECEIVED),
            HostMetrics.NET_TX_BYTES, List.of(DeviceUse.SENT),
            HostMetrics.NET_ERRORS, List.of("node_network_receive_errs_total", "node_network_transmit_errs_total"),
            HostMetrics.NET_DROPS, List.of("node_network_receive_drop_total", "node_network_transmit_drop_total"));

    /** Devices that are made of others, whose requests and packets would count twice. */
    private static final Pattern MADE_OF_OTHERS = Pattern.compile(
            "(dm-|md|loop|ram|zram|lo$|veth|docker|br-?\\d|br-|vmbr|lxdbr|virbr|cni|cali|flannel|bond|team|tun"
                    + "|tap|ifb|lxc|cilium|eni[0-9a-f]|gke|azv|vxlan|wg|ovs|kube-|nodelocaldns|[^.]+\\.\\d+$).*");

    private CpuSeconds before = CpuSeconds.NONE;
    private DeviceUse usedBefore = DeviceUse.NONE;

    static boolean is(Exposition page) {
        return page.families().containsKey(MARK);
    }

    /** The reading of such a page with the metrics of the host added. */
    Reading addTo(Reading reading, Exposition page) {
        var gauges = new HashMap<>(reading.gauges());
        gauges.remove(MetricNames.PROCESS_START);
        gauges.remove(MetricNames.PROCESS_BUILD);
        var counters = new HashMap<>(reading.counters());
        var gaps = new ArrayList<>(reading.gaps());
        GAUGES.forEach((family, name) -> put(sum(page, family, series -> true), name, family, gauges, gaps));
        COUNTERS.forEach((family, name) -> put(sum(page, family, series -> true), name, family, counters, gaps));
        OF_DEVICES.forEach((name, families) -> {
            double total = 0;
            for (String family : families) {
                total += sum(page, family, NodeExporterPage::isDevice).orElse(Double.NaN);
            }
            put(finite(total), name, families.get(0), counters, gaps);
        });
        // the exporter itself runs while it reads
        put(minusOne(sum(page, RUNNING, series -> true)), HostEvidence.RUN_QUEUE, RUNNING, gauges, gaps);
        addMemory(gauges);
        addCpu(page, gauges, gaps);
        addDevices(page, gauges, gaps);
        return new Reading(null, gauges, counters, reading.latencies(), gaps);
    }

    private static boolean isDevice(MetricLine series) {
        return !MADE_OF_OTHERS
                .matcher(series.labels().getOrDefault("device", ""))
                .matches();
    }

    private static OptionalDouble sum(Exposition page, String family, Predicate<MetricLine> which) {
        Exposition.Family found = page.families().get(family);
        if (found == null || page.gaps().containsKey(MetricNaming.of(family))) {
            return OptionalDouble.empty();
        }
        List<MetricLine> series = found.series().stream().filter(which).toList();
        return series.isEmpty()
                ? OptionalDouble.empty()
                : finite(series.stream().mapToDouble(MetricLine::value).sum());
    }

    private static OptionalDouble finite(double value) {
        return Double.isFinite(value) && value >= 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    private static OptionalDouble minusOne(OptionalDouble value) {
        return value.isPresent() ? OptionalDouble.of(Math.max(0, value.getAsDouble() - 1)) : value;
    }

    private static void put(
            OptionalDouble value, String name, String family, Map<String, Double> values, List<Gap> gaps) {
        value.ifPresentOrElse(
                present -> values.put(name, present),
                () -> gaps.add(new Gap(name, "the page of the node_exporter has no " + family)));
    }

    private static void addMemory(Map<String, Double> gauges) {
        Double total = gauges.get(MetricNames.HOST_MEMORY);
        Double available = gauges.get(HostEvidence.MEMORY_AVAILABLE);
        if (total != null && available != null && total > 0) {
            gauges.put(HostMetrics.MEMORY_USED, 1 - available / total);
        }
    }

    private void addCpu(Exposition page, Map<String, Double> gauges, List<Gap> gaps) {
        CpuSeconds earlier = before;
        CpuSeconds now = CpuSeconds.of(page);
        before = now;
        if (now.equals(CpuSeconds.NONE)) {
            gaps.add(new Gap(MetricNames.HOST_CPU, "the page of the node_exporter has no node_cpu_seconds_total"));
            return;
        }
        gauges.put(MetricNames.HOST_CPUS, (double) now.byCpu().size());
        Map<String, Double> fractions = now.since(earlier);
        if (fractions.isEmpty()) {
            boolean first = earlier.equals(CpuSeconds.NONE);
            String reason = first ? FIRST : "the CPU time did not advance since the read before";
            gaps.add(new Gap(MetricNames.HOST_CPU, reason));
        }
        gauges.putAll(fractions);
    }

    private void addDevices(Exposition page, Map<String, Double> gauges, List<Gap> gaps) {
        DeviceUse earlier = usedBefore;
        DeviceUse now = DeviceUse.of(page, NodeExporterPage::isDevice);
        usedBefore = now;
        boolean first = Double.isNaN(earlier.clock());
        if (now.diskSeconds().isEmpty() || Double.isNaN(now.clock())) {
            put(OptionalDouble.empty(), HostMetrics.DISK_BUSY, missing(now, DeviceUse.DISK_SECONDS), gauges, gaps);
        } else {
            putUse(now.busiestDisk(earlier), first, HostMetrics.DISK_BUSY, gauges, gaps);
        }
        if (now.received().isEmpty() || Double.isNaN(now.clock())) {
            put(OptionalDouble.empty(), HostEvidence.NET_BUSY, missing(now, DeviceUse.RECEIVED), gauges, gaps);
        } else if (!now.withoutSpeed().isEmpty()) {
            gaps.add(new Gap(HostEvidence.NET_BUSY, "no link speed of " + String.join(", ", now.withoutSpeed())));
        } else {
            putUse(now.busiestInterface(earlier), first, HostEvidence.NET_BUSY, gauges, gaps);
        }
    }

    private static String missing(DeviceUse use, String family) {
        return Double.isNaN(use.clock()) ? DeviceUse.CLOCK : family;
    }

    private static void putUse(
            OptionalDouble use, boolean first, String name, Map<String, Double> gauges, List<Gap> gaps) {
        use.ifPresentOrElse(
                value -> gauges.put(name, value),
                () -> gaps.add(new Gap(name, first ? FIRST : "the clock of the exporter did not advance")));
    }
}
