package dev.redliner.testbench.faults;

import dev.redliner.contracts.pool.Host;
import dev.redliner.standalone.fleet.HostSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A pool to be measured. Its three hosts have far more capacity than the traffic needs, so that latencies stay quiet on
 * a busy machine and only the fault ends a run.
 *
 * @param name of the pool and its service
 * @param rps total traffic of the pool, requests per second
 * @param unknownFor how long its runs hold without data
 * @param moreRules further rules, one YAML list entry each
 * @param envoys number of Envoys that share the traffic: 1 or 2
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
    /** Each host shows its metrics on its own page, as demo hosts do. */
    static final String OWN_PAGES = "own";
    /** No host has a page, so that metrics come from collectors on the hosts' nodes only. */
    static final String NO_PAGES = "none";
    /** The SUT's share without a run. */
    public static final double BASELINE = 1.0 / HOSTS;

    public PoolPlan {
        moreRules = List.copyOf(moreRules);
    }

    /** A pool with its default rule only. */
    public static PoolPlan of(String name, double rps) {
        return new PoolPlan(name, rps, Duration.ofSeconds(5), List.of(), 1, false, false, OWN_PAGES);
    }

    /** This pool with another {@code unknownFor}. */
    public PoolPlan holdingFor(Duration patience) {
        return new PoolPlan(name, rps, patience, moreRules, envoys, busy, readsFirstEnvoyOnly, metrics);
    }

    /** This pool with a further rule. */
    public PoolPlan withRule(String rule) {
        var rules = new ArrayList<>(moreRules);
        rules.add(rule);
        return new PoolPlan(name, rps, unknownFor, rules, envoys, busy, readsFirstEnvoyOnly, metrics);
    }

    /** This pool with another metrics page of its SUT. */
    public PoolPlan withMetrics(String page) {
        return new PoolPlan(name, rps, unknownFor, moreRules, envoys, busy, readsFirstEnvoyOnly, page);
    }

    /** This pool with hosts that show no metrics. */
    public PoolPlan withoutMetrics() {
        return withMetrics(NO_PAGES);
    }

    /** This pool behind two Envoys, each with about half of the traffic. */
    public PoolPlan throughTwoEnvoys() {
        return new PoolPlan(name, rps, unknownFor, moreRules, 2, busy, readsFirstEnvoyOnly, metrics);
    }

    /** This pool with a collector that reads the first Envoy only. */
    public PoolPlan readingFirstEnvoyOnly() {
        return new PoolPlan(name, rps, unknownFor, moreRules, envoys, busy, true, metrics);
    }

    /** This pool with hosts that are busy most of the time. */
    public PoolPlan ofBusyHosts() {
        return new PoolPlan(name, rps, unknownFor, moreRules, envoys, true, readsFirstEnvoyOnly, metrics);
    }

    /** The settings of each host. */
    HostSettings host() {
        double seconds = 0.015;
        int workers = busy ? 1 : 12;
        double perHost = rps / HOSTS;
        double service = busy ? workers / (1.12 * perHost) : seconds;
        return new HostSettings(
                workers, Duration.ofNanos(Math.round(service * 1e9)), 0.5, Duration.ZERO, 600, Duration.ofSeconds(2));
    }

    /** The service file, as a user would write it. */
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
                // two Envoys on one machine need separate ports, which requires a pool that brings its own listeners
                envoys == 1 ? "listen: \"127.0.0.1:" + listenPort + "\"" : "mode: runtime-only",
                adminPorts.stream()
                        .map(port -> "\"http://127.0.0.1:" + port + "\"")
                        .collect(Collectors.joining(", ")),
                moreRules.stream().map(rule -> "  - " + rule).collect(Collectors.joining("\n")),
                unknownFor.toSeconds(),
                declared());
    }

    /** Hosts without pages are not measured, unless their nodes have collectors. */
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
