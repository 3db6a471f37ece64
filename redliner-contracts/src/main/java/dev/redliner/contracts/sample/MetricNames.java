package dev.redliner.contracts.sample;

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

    /**
     * Prefix of counters whose growth makes a step invalid, because what was measured is then Envoy's own limits and
     * not the SUT: overflows, retries, ejections, panics.
     */
    public static final String INVALIDATING_PREFIX = "invalidating.";

    private MetricNames() {}
}
