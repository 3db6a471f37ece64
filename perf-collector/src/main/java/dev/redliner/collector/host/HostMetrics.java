package dev.redliner.collector.host;

/** The names of a host's metrics; the package's description tells their units. */
public final class HostMetrics {
    public static final String LOAD1 = "host.load1";
    public static final String MEMORY_USED = "host.memory.used";
    public static final String CONTEXT_SWITCHES = "host.context_switches";
    public static final String DISK_READS = "host.disk.reads";
    public static final String DISK_WRITES = "host.disk.writes";
    public static final String DISK_READ_BYTES = "host.disk.read_bytes";
    public static final String DISK_WRITTEN_BYTES = "host.disk.written_bytes";
    public static final String DISK_BUSY = "host.disk.busy";
    public static final String NET_RX_BYTES = "host.net.rx_bytes";
    public static final String NET_TX_BYTES = "host.net.tx_bytes";
    public static final String NET_ERRORS = "host.net.errors";
    public static final String NET_DROPS = "host.net.drops";
    public static final String TCP_RETRANSMITS = "host.tcp.retransmits";
    public static final String TCP_ESTABLISHED = "host.tcp.established";
    public static final String TCP_QUEUE_OVERFLOWS = "host.tcp.queues.overflows";
    public static final String TCP_QUEUE_DROPS = "host.tcp.queues.drops";

    private HostMetrics() {}
}
