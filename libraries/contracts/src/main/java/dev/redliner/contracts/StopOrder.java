package dev.redliner.contracts;

/**
 * The order in which the parts of one process stop, as phases of Spring's lifecycle: the highest phase stops first. The
 * driver stops first, because it restores the traffic, and all others are needed to observe the restore.
 */
public final class StopOrder {
    /** The controller's driver, which aborts its runs and waits until their traffic is seen back. */
    public static final int DRIVER = Integer.MAX_VALUE;

    /** Streams of events to browsers and command lines, which receive the end of their runs first. */
    public static final int EVENT_STREAMS = Integer.MAX_VALUE - 40;

    /** The other threads of the controller: inbox, safety lever, alarm of restores. */
    public static final int CONTROLLER = Integer.MAX_VALUE - 50;

    /** The audit log, to which the parts above may add entries until they have stopped. */
    public static final int AUDIT = Integer.MAX_VALUE - 60;

    /** Collector, analyzer and redirector, without which no restore would be observed. */
    public static final int OTHER_PARTS = Integer.MAX_VALUE - 100;

    private StopOrder() {}
}
