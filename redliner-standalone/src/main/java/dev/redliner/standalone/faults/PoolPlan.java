package dev.redliner.standalone.faults;

import dev.redliner.contracts.pool.Host;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A pool to be measured: three hosts with far more capacity than the traffic needs, so that latencies stay quiet on a
 * busy machine and what ends a run is the fault alone.
 *
 * @param name of the pool and its service
 * @param rps all of its traffic, requests per second
 * @param unknownFor how long its runs hold without knowing
 * @param moreRules further rules, one YAML list entry each
 * @param metrics the SUT's page of metrics, if it is not the demo host's own; empty otherwise
 */
public record PoolPlan(String name, double rps, Duration unknownFor, List<String> moreRules, String metrics) {
    static final int HOSTS = 3;
    /** The SUT's share while nobody measures. */
    public static final double BASELINE = 1.0 / HOSTS;

    public PoolPlan {
        moreRules = List.copyOf(moreRules);
    }

    /** A pool with no more than the one rule. */
    public static PoolPlan of(String name, double rps) {
        return new PoolPlan(name, rps, Duration.ofSeconds(5), List.of(), "");
    }

    /** The same with another patience. */
    public PoolPlan holdingFor(Duration patience) {
        return new PoolPlan(name, rps, patience, moreRules, metrics);
    }

    /** The same with a further rule. */
    public PoolPlan withRule(String rule) {
        return new PoolPlan(
                name,
                rps,
                unknownFor,
                java.util.stream.Stream.concat(moreRules.stream(), java.util.stream.Stream.of(rule))
                        .toList(),
                metrics);
    }

    /** The same whose SUT shows its metrics somewhere else. */
    public PoolPlan withMetrics(String page) {
        return new PoolPlan(name, rps, unknownFor, moreRules, page);
    }

    /** The service as a user would write it. */
    String yaml(List<Host> hosts, int listenPort, int adminPort) {
        return String.format(
                Locale.ROOT,
                """
                service: %s
                tier: back-end
                pool:
                  hosts:
                %s
                  sut: %s
                  baselineShare: 1/%d
                  maxShare: 80%%
                envoy: {listen: "127.0.0.1:%d", admin: ["http://127.0.0.1:%d"]}
                rules:
                  - {id: slo, pass: 'latency.p99 <= duration("3s")', window: 5s, minSamples: 50, onFail: back-off}
                %s
                limits: {maxDuration: 2m, harmBudget: 50%%, unknownFor: %ds}
                sampling: {interval: 500ms, nearRedline: 500ms}
                """,
                name,
                hosts.stream().map(this::entry).collect(Collectors.joining("\n")),
                hosts.get(0).id(),
                HOSTS,
                listenPort,
                adminPort,
                moreRules.stream().map(rule -> "  - " + rule).collect(Collectors.joining("\n")),
                unknownFor.toSeconds());
    }

    private String entry(Host host) {
        boolean sut = host.id().equals(name + "-1");
        String page = sut && !metrics.isEmpty() ? metrics : String.valueOf(host.metrics());
        return "    - {id: " + host.id() + ", address: \"" + host.address() + ":" + host.port() + "\", metrics: \""
                + page + "\"}";
    }
}
