package dev.redliner.standalone.faults;

import dev.redliner.contracts.pool.Host;
import dev.redliner.standalone.fleet.HostSettings;
import java.time.Duration;
import java.util.ArrayList;
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
 * @param envoys how many Envoys share its traffic: 1 or 2
 * @param busy whether its hosts are small, so that they are busy already
 * @param readsFirstEnvoyOnly whether the definition leaves out the admin page of the second Envoy
 * @param metrics where the SUT shows its metrics: {@link #OWN_PAGES}, {@link #NO_PAGES}, or an address
 */
public record PoolPlan(
        String name,
        double rps,
        Duration unknownFor,
        List<String> moreRules,
        int envoys,
        boolean busy,
        boolean readsFirstEnvoyOnly,
        String metrics) {
    static final int HOSTS = 3;
    /** All hosts at the pages that demo hosts have. */
    static final String OWN_PAGES = "own";
    /** No host anywhere, so that only collectors of their nodes know anything of them. */
    static final String NO_PAGES = "none";
    /** The SUT's share while nobody measures. */
    public static final double BASELINE = 1.0 / HOSTS;

    public PoolPlan {
        moreRules = List.copyOf(moreRules);
    }

    /** A pool with no more than the one rule. */
    public static PoolPlan of(String name, double rps) {
        return new PoolPlan(name, rps, Duration.ofSeconds(5), List.of(), 1, false, false, OWN_PAGES);
    }

    /** The same with another patience. */
    public PoolPlan holdingFor(Duration patience) {
        return new PoolPlan(name, rps, patience, moreRules, envoys, busy, readsFirstEnvoyOnly, metrics);
    }

    /** The same with a further rule. */
    public PoolPlan withRule(String rule) {
        var rules = new ArrayList<>(moreRules);
        rules.add(rule);
        return new PoolPlan(name, rps, unknownFor, rules, envoys, busy, readsFirstEnvoyOnly, metrics);
    }

    /** The same whose SUT shows its metrics somewhere else. */
    public PoolPlan withMetrics(String page) {
        return new PoolPlan(name, rps, unknownFor, moreRules, envoys, busy, readsFirstEnvoyOnly, page);
    }

    /** The same whose hosts show no metrics. */
    public PoolPlan withoutMetrics() {
        return withMetrics(NO_PAGES);
    }

    /** The same through two Envoys, each with about half of the traffic. */
    public PoolPlan throughTwoEnvoys() {
        return new PoolPlan(name, rps, unknownFor, moreRules, 2, busy, readsFirstEnvoyOnly, metrics);
    }

    /** The same of which a collector reads the first Envoy only. */
    public PoolPlan readingFirstEnvoyOnly() {
        return new PoolPlan(name, rps, unknownFor, moreRules, envoys, busy, true, metrics);
    }

    /** The same with hosts that are busy most of the time. */
    public PoolPlan ofBusyHosts() {
        return new PoolPlan(name, rps, unknownFor, moreRules, envoys, true, readsFirstEnvoyOnly, metrics);
    }

    /** What each host can do. */
    HostSettings host() {
        double seconds = 0.015;
        int workers = busy ? 1 : 12;
        double perHost = rps / HOSTS;
        double service = busy ? workers / (1.2 * perHost) : seconds;
        return new HostSettings(
                workers, Duration.ofNanos(Math.round(service * 1e9)), 0.5, Duration.ZERO, 600, Duration.ofSeconds(2));
    }

    /** The service as a user would write it. */
    String yaml(List<Host> hosts, int listenPort, List<Integer> adminPorts) {
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
                envoy: {%s, admin: [%s]}
                rules:
                  - {id: slo, pass: 'latency.p99 <= duration("3s")', window: 5s, minSamples: 50, onFail: back-off}
                %s
                limits: {maxDuration: 2m, harmBudget: 50%%, unknownFor: %ds, settledFor: 0s%s}
                sampling: {interval: 500ms, nearRedline: 500ms}
                """,
                name,
                hosts.stream().map(this::entry).collect(Collectors.joining("\n")),
                hosts.get(0).id(),
                HOSTS,
                // two Envoys of one machine need a port each, which only a pool whose listeners are not ours can have
                envoys == 1 ? "listen: \"127.0.0.1:" + listenPort + "\"" : "mode: runtime-only",
                adminPorts.stream()
                        .map(port -> "\"http://127.0.0.1:" + port + "\"")
                        .collect(Collectors.joining(", ")),
                moreRules.stream().map(rule -> "  - " + rule).collect(Collectors.joining("\n")),
                unknownFor.toSeconds(),
                declared());
    }

    /** Nobody measures hosts without pages, unless their nodes have collectors. */
    private String declared() {
        return metrics.equals(OWN_PAGES) ? "" : ", peersMayGrow: 60%, restartsUnseen: accept";
    }

    private String entry(Host host) {
        String address = "id: " + host.id() + ", address: \"" + host.address() + ":" + host.port() + "\"";
        boolean sut = host.id().equals(name + "-1");
        boolean elsewhere = sut && !metrics.equals(OWN_PAGES);
        return metrics.equals(NO_PAGES)
                ? "    - {" + address + "}"
                : "    - {" + address + ", metrics: \"" + (elsewhere ? metrics : host.metrics()) + "\"}";
    }
}
