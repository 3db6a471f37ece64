package dev.redliner.standalone.demo;

import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.standalone.fleet.FleetSettings;
import dev.redliner.standalone.fleet.HostSettings;
import dev.redliner.standalone.fleet.Objective;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The demo's service: its hosts, its traffic, and the definition that a user would write for it.
 *
 * @param tier weights or user buckets
 * @param sut number of hosts that are measured at once, as a set: 1 to {@link #LARGEST_SET}
 */
record DemoService(Tier tier, int sut) {
    static final String NAME = "demo";
    private static final double RPS_OF_ONE = 750;
    /**
     * The workers are shared among the hosts of a set. With fewer workers each, a host would be one queue whose length
     * is mostly random.
     */
    static final int LARGEST_SET = 3;

    private static final int HOSTS_FOR_EACH = 5;
    private static final int WORKERS = 18;

    static final double TARGET_RPS = 2_500;
    static final Objective OBJECTIVE = new Objective(Duration.ofMillis(270), 0.001);

    /**
     * The demo's hosts. With one SUT, a host saturates at 400 requests per second and holds a p99 of 270 ms up to some
     * 386.
     *
     * <p>The service is slow, so that the latency hardly changes on a busy machine that stalls for some milliseconds.
     * It has eighteen workers rather than few, which gives a rate that is high enough for a p99 to be meaningful within
     * seconds. The hosts of a set share twice as many workers: each of them gets enough requests, and three hosts take
     * no more traffic than two.
     */
    HostSettings host() {
        return new HostSettings(
                WORKERS * size() / sut, Duration.ofMillis(45), 0.6, Duration.ZERO, 600, Duration.ofSeconds(3));
    }

    /** Total traffic, requests per second. The SUT gets a fifth of it, some 40% of its capacity. */
    double rps() {
        return RPS_OF_ONE * size();
    }

    private int size() {
        return Math.min(2, sut);
    }

    int hosts() {
        return HOSTS_FOR_EACH * sut;
    }

    FleetSettings fleet(long seed) {
        return new FleetSettings(hosts(), NAME, "127.0.0.1", 0, seed, host());
    }

    /** The definition with one rule that can fail on a single sample: a tenth of a second's requests. */
    String impatient(List<Host> hosts, int listenPort, URI admin, Duration interval) {
        String patient = yaml(hosts, listenPort, admin);
        String head = patient.substring(0, patient.indexOf("rules:"));
        return head
                + String.format(
                        Locale.ROOT,
                        """
                        rules:
                          - {id: now, pass: 'latency.p90 <= duration("240ms")', window: %dms, onFail: back-off}
                        limits: {maxDuration: 120s, harmBudget: 50%%, unknownFor: 15s, settledFor: 0s}
                        sampling: {interval: %dms, nearRedline: %dms}
                        """,
                        Math.max(1_000, interval.toMillis()),
                        interval.toMillis(),
                        interval.toMillis());
    }

    String yaml(List<Host> hosts, int listenPort, URI admin) {
        String entries = hosts.stream()
                .map(h -> "    - {id: " + h.id() + ", address: \"" + h.address() + ":" + h.port() + "\", metrics: \""
                        + h.metrics() + "\"}")
                .collect(Collectors.joining("\n"));
        return String.format(
                Locale.ROOT,
                """
                service: %s
                tier: %s
                pool:
                  hosts:
                %s
                  sut: %s
                  baselineShare: 1/%d
                  maxShare: 60%%
                envoy: {mode: full, listen: "127.0.0.1:%d", admin: ["%s"]}
                rules:
                  - id: slo
                    pass: latency.p99 <= duration("%dms") && error_rate <= percent(%s)
                    window: 10s
                    minSamples: 500
                    failFor: 4 of 5
                    onFail: back-off
                  - {id: cpu, pass: 'host.cpu <= percent(95.0)', window: 10s, onFail: report}
                  - id: users
                    pass: pool.error_rate - baseline.pool.error_rate <= percent(0.5) || pool.errors <= 20.0
                    window: 10s
                    onFail: stop
                  - {id: vs-peers, pass: 'ratio(latency.p50, peers.latency.p50) <= 2.0', window: 10s, onFail: report}
                limits: {maxDuration: %ds, harmBudget: 2%%, unknownFor: 15s, settledFor: 0s}
                sampling: {interval: 1s, nearRedline: 500ms}
                targetRps: %d
                """,
                NAME,
                tier == Tier.BACK_END ? "back-end" : "front-end",
                entries,
                hosts.stream().limit(sut).map(Host::id).collect(Collectors.joining(", ", "[", "]")),
                HOSTS_FOR_EACH,
                listenPort,
                admin,
                OBJECTIVE.latencyLimit().toMillis(),
                100 * OBJECTIVE.maxErrorFraction(),
                longest().toSeconds(),
                (int) TARGET_RPS);
    }

    /** Some users are busier than others, so an interval of the same width takes more requests than single draws. */
    private Duration longest() {
        return Duration.ofSeconds(tier == Tier.BACK_END ? 165 : 240);
    }
}
