package dev.redliner.contracts.sample;

import java.util.List;

/** Names that the parts agree on. All else that a collector finds keeps the name it was scraped under. */
public final class MetricNames {
    /** Counter: requests sent to the subject (offered load). */
    public static final String REQUESTED = "requested";

    /** Counter: requests the subject answered, in whatever way (completed load). */
    public static final String COMPLETED = "completed";

    /** Counter: answers that are failures: status 5xx, timeouts and resets included. */
    public static final String ERRORS = "errors";

    /** Latency histogram of the answered requests, as the Envoy saw them. */
    public static final String LATENCY = "latency";

    /** Gauge: fraction of the host's CPU in use, 0 to 1. */
    public static final String HOST_CPU = "host.cpu";

    /** Gauge: when the service's process started, seconds since 1970. */
    public static final String PROCESS_START = "process.start";

    /** Gauge: a number that is another one for another build of the service; it means nothing else. */
    public static final String PROCESS_BUILD = "process.build";

    /** Gauge: when the host was booted, seconds since 1970. */
    public static final String HOST_BOOT = "host.boot";

    /** Gauge: logical CPUs of the host. */
    public static final String HOST_CPUS = "host.cpus";

    /** Gauge: the host's memory, bytes. */
    public static final String HOST_MEMORY = "host.memory";

    /** Gauges that never change while a host stays as it is. */
    public static final List<String> IDENTITY =
            List.of(PROCESS_START, PROCESS_BUILD, HOST_BOOT, HOST_CPUS, HOST_MEMORY);

    /** Counter: connections to the subject that failed or could not be made in time. */
    public static final String CONNECT_FAILURES = "envoy.connect_failures";

    /** Gauge: requests sent to the subject and not yet answered. */
    public static final String ACTIVE = "envoy.active_requests";

    /** Counter: requests that the Envoy gave up before they were answered, by a time-out or because the client left. */
    public static final String GIVEN_UP = "envoy.given_up";

    /** Counter: requests that ran into the time-out of their route, or of a try. */
    public static final String TIMEOUTS = "envoy.timeouts";

    /** Counter: requests that the subject reset. */
    public static final String RESETS = "envoy.resets";

    /** Counter: connections that the subject closed while requests waited on them. */
    public static final String BROKEN_CONNECTIONS = "envoy.broken_connections";

    /** Counter: seconds for which the machine that reads the Envoy stood still, stalls shorter than 20 ms aside. */
    public static final String ENVOY_STALLED = "envoy.stalled";

    /** Gauge: when the read of an Envoy began, seconds of the collector's monotonic clock. */
    public static final String READ_BEGAN = "envoy.read_began";

    /** Gauge: when the read of an Envoy ended, seconds of the collector's monotonic clock. */
    public static final String READ_ENDED = "envoy.read_ended";

    /**
     * Gauge: the SUT's share that another runtime layer than Redliner's holds in an Envoy, over Redliner's; a fraction.
     * It is there only while one does.
     */
    public static final String FOREIGN_SHARE = "envoy.foreign_share";

    /** The value of {@link #FOREIGN_SHARE} if what the layer holds is no fraction: Envoy then uses its route's default. */
    public static final double FOREIGN_NO_FRACTION = -1;

    /**
     * Prefix of counters whose growth, and of gauges whose being above zero, makes a step invalid, because what was
     * measured is then Envoy's own doing and not the SUT: overflows, retries, ejections, panics.
     */
    public static final String INVALIDATING_PREFIX = "invalidating.";

    private MetricNames() {}
}
