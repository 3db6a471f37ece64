package dev.redliner.contracts.sample;

import java.util.List;

/** Metric names that several parts share. Other metrics keep the name under which the collector scraped them. */
public final class MetricNames {
    /** Counter: requests sent to the entity (offered load). */
    public static final String REQUESTED = "requested";

    /** Counter: requests that the entity answered, successfully or not (completed load). */
    public static final String COMPLETED = "completed";

    /** Counter: failed answers: status 5xx, including timeouts and resets. */
    public static final String ERRORS = "errors";

    /** Latency histogram of the answered requests, as measured by the Envoy. */
    public static final String LATENCY = "latency";

    /** Gauge: fraction of the host's CPU in use, 0 to 1. */
    public static final String HOST_CPU = "host.cpu";

    /** Gauge: start of the service's process, seconds since 1970. */
    public static final String PROCESS_START = "process.start";

    /** Gauge: a number that differs between builds of the service; it has no other meaning. */
    public static final String PROCESS_BUILD = "process.build";

    /** Gauge: boot time of the host, seconds since 1970. */
    public static final String HOST_BOOT = "host.boot";

    /** Gauge: logical CPUs of the host. */
    public static final String HOST_CPUS = "host.cpus";

    /** Gauge: the host's memory, bytes. */
    public static final String HOST_MEMORY = "host.memory";

    /** Gauges that do not change while a host stays as it is. */
    public static final List<String> IDENTITY =
            List.of(PROCESS_START, PROCESS_BUILD, HOST_BOOT, HOST_CPUS, HOST_MEMORY);

    /** Counter: connections to the entity that failed or could not be made in time. */
    public static final String CONNECT_FAILURES = "envoy.connect_failures";

    /** Gauge: requests sent to the entity and not yet answered. */
    public static final String ACTIVE = "envoy.active_requests";

    /**
     * Counter: requests that the Envoy abandoned before the answer, because of a timeout or because the client left.
     */
    public static final String GIVEN_UP = "envoy.given_up";

    /** Counter: requests that exceeded the timeout of their route or of a try. */
    public static final String TIMEOUTS = "envoy.timeouts";

    /** Counter: requests that the entity reset. */
    public static final String RESETS = "envoy.resets";

    /** Counter: connections that the entity closed while requests waited on them. */
    public static final String BROKEN_CONNECTIONS = "envoy.broken_connections";

    /**
     * Counter: seconds for which the machine that reads the Envoy stood still; stalls shorter than 20 ms are not
     * counted.
     */
    public static final String ENVOY_STALLED = "envoy.stalled";

    /**
     * Gauge: fraction of the time for which the busiest worker of an Envoy handled events, or was not run although a
     * timer was due. Absent if the Envoy does not count it.
     */
    public static final String ENVOY_BUSY = "envoy.workers.busiest";

    /**
     * Counter: seconds of latency of all requests that the Envoy's listener of the pool answered, until the end of the
     * answer to the client.
     */
    public static final String DOWNSTREAM_SECONDS = "envoy.downstream_seconds";

    /** Gauge: start of the read of an Envoy, seconds of the collector's monotonic clock. */
    public static final String READ_BEGAN = "envoy.read_began";

    /** Gauge: end of the read of an Envoy, seconds of the collector's monotonic clock. */
    public static final String READ_ENDED = "envoy.read_ended";

    /**
     * Gauge: the SUT's share that another runtime layer holds in an Envoy above Redliner's layer; a fraction. The gauge
     * is present only while another layer holds the share.
     */
    public static final String FOREIGN_SHARE = "envoy.foreign_share";

    /**
     * Value of {@link #FOREIGN_SHARE} if the layer's value is no fraction: Envoy then uses the default of its route.
     */
    public static final double FOREIGN_NO_FRACTION = -1;

    /**
     * Gauge: the SUT's share that a runtime layer below Redliner's holds in an Envoy; a fraction. The gauge is present
     * only while such a layer holds one. Without a run it takes precedence over the default of the route. A verdict has
     * it among its metrics, as {@code <source>/<name>} with the {@linkplain SampleBatch#source source} of the batch.
     */
    public static final String BASELINE_SHARE = "envoy.baseline_share";

    /**
     * Prefix of metrics that make a step invalid: a counter if it grows, a gauge if it is above zero. In these cases
     * the measurement shows Envoy's own doing (overflows, retries, ejections, panics) and not the SUT.
     */
    public static final String INVALIDATING_PREFIX = "invalidating.";

    private MetricNames() {}
}
