package dev.redliner.rules;

import java.util.List;

/** The names of the service metrics that rules read, and the prefixes that select the hosts they are about. */
public final class RuleNames {
    /** Failures among the completed requests, as a fraction of 1. */
    public static final String ERROR_RATE = "error_rate";

    /** Failures in the window. */
    public static final String ERRORS = "errors";

    /** Completed requests in the window. */
    public static final String SAMPLES = "samples";

    /** Completed requests per second. */
    public static final String RPS = "rps";

    /** Requests sent, per second. */
    public static final String RPS_REQUESTED = "rps.requested";

    /** Prefix for the value that a metric had before the ramp. */
    public static final String BASELINE_PREFIX = "baseline.";

    /** Prefix for the highest reading of a metric of the SUT in the window. */
    public static final String MAX_PREFIX = "max.";

    /** Prefix for the metrics of the peers. */
    public static final String PEERS_PREFIX = "peers.";

    /** Prefix for the standard deviation of a metric between the peers. */
    public static final String PEERS_STDDEV_PREFIX = "peers.stddev.";

    /** Prefix for the highest value of a metric among the peers. */
    public static final String PEERS_MAX_PREFIX = "peers.max.";

    /** Prefix for the metrics of the SUT and its peers together. */
    public static final String POOL_PREFIX = "pool.";

    /** Statistics of the Envoys. Of a host, a rule reads the mean over the Envoys, and a signal is their sum. */
    public static final String ENVOY_PREFIX = "envoy.";

    /** Before the names of metrics that the service reports itself. */
    public static final String APP_PREFIX = "app.";

    /** The service metrics that are plain numbers; the latencies are in {@link LatencyStatistic}. */
    static final List<String> NUMBERS = List.of(ERROR_RATE, ERRORS, SAMPLES, RPS, RPS_REQUESTED);

    private RuleNames() {}
}
