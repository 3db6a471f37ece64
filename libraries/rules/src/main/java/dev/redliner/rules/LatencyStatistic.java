package dev.redliner.rules;

import java.util.OptionalDouble;

/** The statistics of latencies that rules may use: {@code latency.mean} and the percentiles. */
public enum LatencyStatistic {
    MEAN("latency.mean", -1),
    P50("latency.p50", 0.5),
    P90("latency.p90", 0.9),
    P95("latency.p95", 0.95),
    P99("latency.p99", 0.99),
    P999("latency.p999", 0.999);

    private final String metric;
    private final double fraction;

    LatencyStatistic(String metric, double fraction) {
        this.metric = metric;
        this.fraction = fraction;
    }

    /** The name that rules use, without a prefix. */
    public String metric() {
        return metric;
    }

    /** The fraction of requests within this latency; empty for the mean. */
    public OptionalDouble fraction() {
        return fraction < 0 ? OptionalDouble.empty() : OptionalDouble.of(fraction);
    }
}
