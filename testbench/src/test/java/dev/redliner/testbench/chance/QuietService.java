package dev.redliner.testbench.chance;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.service.Limits;
import dev.redliner.service.Sampling;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A pool of hosts with equal normal loads, of which the first is measured.
 *
 * @param hosts number of hosts
 * @param rps normal load of each, requests per second
 * @param page requests of a page load, on average; all of them go to one host
 */
record QuietService(int hosts, double rps, double page) {
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final FailFor FAIL_FOR = new FailFor(4, 5);

    double poolRps() {
        return hosts * rps;
    }

    ServiceDefinition definition() {
        double part = 1.0 / hosts;
        var pool = new Pool(
                "shop",
                Tier.BACK_END,
                IntStream.range(0, hosts)
                        .mapToObj(i -> new Host(name(i), "127.0.0.1", 1 + i, null))
                        .toList(),
                List.of(name(0)),
                Share.ofFraction(part),
                Share.ofFraction(Math.min(0.8, 2.5 * part)),
                null,
                new EnvoySettings(EnvoySettings.Mode.RUNTIME_ONLY, "", 0, List.of()));
        return new ServiceDefinition(
                pool,
                List.of(
                        rule("latency", "latency.p99 <= duration(\"250ms\")", 100, OnFail.BACK_OFF),
                        rule("errors", "error_rate <= percent(0.1)", 10, OnFail.BACK_OFF),
                        rule("users", "pool.error_rate <= percent(1)", 10, OnFail.STOP)),
                new Limits(Duration.ofMinutes(12), 0.005, Duration.ofSeconds(20), Duration.ofMinutes(5)),
                new Sampling(Duration.ofSeconds(1), Duration.ofMillis(500)),
                null,
                List.of(),
                ServiceDefinition.USUAL_PROFILE);
    }

    static String name(int host) {
        return "host-" + host;
    }

    private static RuleSpec rule(String id, String pass, long minSamples, OnFail onFail) {
        return new RuleSpec(id, pass, WINDOW, minSamples, FAIL_FOR, onFail);
    }
}
