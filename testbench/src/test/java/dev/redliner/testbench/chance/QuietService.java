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
 * A pool of hosts with equal normal loads, of which the first ones are measured.
 *
 * @param hosts number of hosts
 * @param rps normal load of each, requests per second
 * @param page requests of a page load, on average; all of them go to one host
 * @param tier on the front-end tier, a user's page loads all go to the SUT or to the peers
 * @param measured number of hosts that are measured together
 * @param harmBudget additional bad requests, as a fraction of those that were served, at which a run ends
 */
public record QuietService(int hosts, double rps, double page, Tier tier, int measured, double harmBudget) {
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final FailFor FAIL_FOR = new FailFor(4, 5);

    /** A back-end pool whose first host is measured. */
    public QuietService(int hosts, double rps, double page) {
        this(hosts, rps, page, Tier.BACK_END, 1);
    }

    /** A pool with a usual harm budget. */
    QuietService(int hosts, double rps, double page, Tier tier, int measured) {
        this(hosts, rps, page, tier, measured, 0.005);
    }

    double poolRps() {
        return hosts * rps;
    }

    public ServiceDefinition definition() {
        double part = (double) measured / hosts;
        var pool = new Pool(
                "shop",
                tier,
                IntStream.range(0, hosts)
                        .mapToObj(i -> new Host(name(i), "127.0.0.1", 1 + i, null))
                        .toList(),
                sut(),
                share(part),
                share(Math.min(0.8, 2.5 * part)),
                tier == Tier.FRONT_END ? "x-user" : null,
                new EnvoySettings(EnvoySettings.Mode.RUNTIME_ONLY, "", 0, List.of()));
        return new ServiceDefinition(
                pool,
                List.of(
                        rule("latency", "latency.p99 <= duration(\"250ms\")", 100, OnFail.BACK_OFF),
                        rule("errors", "error_rate <= percent(0.1)", 10, OnFail.BACK_OFF),
                        rule("users", "pool.error_rate <= percent(1)", 10, OnFail.STOP)),
                new Limits(Duration.ofMinutes(12), harmBudget, Duration.ofSeconds(20), Duration.ofMinutes(5)),
                new Sampling(Duration.ofSeconds(1), Duration.ofMillis(500)),
                null,
                List.of(),
                ServiceDefinition.USUAL_PROFILE);
    }

    /** The measured hosts. */
    List<String> sut() {
        return IntStream.range(0, measured).mapToObj(QuietService::name).toList();
    }

    private Share share(double fraction) {
        Share share = Share.ofFraction(fraction);
        return tier == Tier.FRONT_END ? share.wholeBuckets() : share;
    }

    static String name(int host) {
        return "host-" + host;
    }

    private static RuleSpec rule(String id, String pass, long minSamples, OnFail onFail) {
        return new RuleSpec(id, pass, WINDOW, minSamples, FAIL_FOR, onFail);
    }
}
