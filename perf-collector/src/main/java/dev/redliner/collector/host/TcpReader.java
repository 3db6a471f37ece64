package dev.redliner.collector.host;

import dev.redliner.collector.procfs.Auxiliary;
import dev.redliner.collector.procfs.PairedLines;
import dev.redliner.collector.procfs.SocketStat;
import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.HostMetrics;
import java.io.IOException;
import java.util.OptionalLong;

/** TCP of the node's network namespace, IPv4 and IPv6 together. */
final class TcpReader {
    private TcpReader() {}

    static void readTcp(KernelFiles files, Auxiliary constants, Found into) throws IOException {
        var tcp = PairedLines.parse("/proc/net/snmp", files.text("/proc/net/snmp"));
        add(tcp, "Tcp.RetransSegs", HostMetrics.TCP_RETRANSMITS, into);
        OptionalLong established = tcp.find("Tcp.CurrEstab");
        established.ifPresentOrElse(
                count -> into.gauge(HostMetrics.TCP_ESTABLISHED, count),
                () -> into.gap(HostMetrics.TCP_ESTABLISHED, "not shown by this system"));
        var sockets = SocketStat.parse(files.text("/proc/net/sockstat"));
        into.gauge(HostEvidence.SOCKETS, sockets.used());
        into.gauge(HostEvidence.TCP_ORPHANS, sockets.orphans());
        into.gauge(HostEvidence.TCP_TIME_WAIT, sockets.timeWait());
        into.gauge(HostEvidence.TCP_MEMORY, sockets.tcpPages() * (double) constants.pageSize());
        if (established.isPresent()) {
            double taken = established.getAsLong() + sockets.timeWait();
            into.gauge(HostEvidence.PORTS_USED, taken / ports(files));
        }
    }

    /** Number of the ports from which the kernel chooses for outgoing connections. */
    private static double ports(KernelFiles files) throws IOException {
        String[] range =
                files.text("/proc/sys/net/ipv4/ip_local_port_range").strip().split("\\s+");
        double ports = Integer.parseInt(range[1]) - Integer.parseInt(range[0]) + 1;
        if (ports < 1) {
            throw new IOException("ip_local_port_range holds no port");
        }
        return ports;
    }

    static void readQueues(KernelFiles files, Found into) throws IOException {
        var tcp = PairedLines.parse("/proc/net/netstat", files.text("/proc/net/netstat"));
        add(tcp, "TcpExt.ListenOverflows", HostMetrics.TCP_QUEUE_OVERFLOWS, into);
        add(tcp, "TcpExt.ListenDrops", HostMetrics.TCP_QUEUE_DROPS, into);
    }

    private static void add(PairedLines values, String name, String metric, Found into) {
        values.find(name)
                .ifPresentOrElse(
                        total -> into.counter(metric, total), () -> into.gap(metric, "not shown by this system"));
    }
}
