package dev.redliner.contracts.sample;

import java.util.List;

/**
 * The names of a host's metrics that rules may read and that every verdict has; {@link HostEvidence} has the others. The
 * collector's host package documents their units.
 */
public final class HostMetrics {
    public static final String LOAD1 = "host.load1";
    public static final String MEMORY_USED = "host.memory.used";
    public static final String STALLED = "host.stalled";
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

    /** All names; rules may use no other {@code host.} name. */
    public static final List<String> ALL = List.of(
            MetricNames.HOST_CPU,
            LOAD1,
            MEMORY_USED,
            STALLED,
            CONTEXT_SWITCHES,
            DISK_READS,
            DISK_WRITES,
            DISK_READ_BYTES,
            DISK_WRITTEN_BYTES,
            DISK_BUSY,
            NET_RX_BYTES,
            NET_TX_BYTES,
            NET_ERRORS,
            NET_DROPS,
            TCP_RETRANSMITS,
            TCP_ESTABLISHED,
            TCP_QUEUE_OVERFLOWS,
            TCP_QUEUE_DROPS);

    private HostMetrics() {}
}
