package dev.redliner.controller.run;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.RedirectReport.Lease;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.service.Limits;
import dev.redliner.service.Sampling;
import dev.redliner.service.ServiceDefinition;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A service, with the verdicts and reports that analyzer and redirector would send. */
public final class Shop {
    public static final Share BASELINE = Share.ofFraction(0.10);

    public static final ServiceDefinition SERVICE = new ServiceDefinition(
            new Pool(
                    "shop",
                    Tier.BACK_END,
                    List.of(new Host("a", "127.0.0.1", 1, null), new Host("b", "127.0.0.1", 2, null)),
                    List.of("a"),
                    BASELINE,
                    Share.ofFraction(0.60),
                    null,
                    new EnvoySettings(
                            EnvoySettings.Mode.FULL, "127.0.0.1", 1, List.of(URI.create("http://127.0.0.1:2")))),
            List.of(
                    new RuleSpec(
                            "p99",
                            "latency.p99 <= duration(\"100ms\")",
                            Duration.ofSeconds(10),
                            10,
                            new FailFor(2, 3),
                            OnFail.BACK_OFF),
                    new RuleSpec(
                            "users",
                            "pool.error_rate <= percent(1.0)",
                            Duration.ofSeconds(10),
                            10,
                            FailFor.ONCE,
                            OnFail.STOP)),
            new Limits(Duration.ofMinutes(3), 0.02, Duration.ofSeconds(10), Duration.ofMinutes(5)).ofSimulatedHosts(),
            new Sampling(Duration.ofSeconds(1), Duration.ofMillis(500)),
            5_000.0,
            List.of(),
            ServiceDefinition.USUAL_PROFILE);

    private Shop() {}

    /** A good second: all answers are fast and without errors. */
    public static Verdict verdict(String run, Instant to, double requested, double poolRequested) {
        return verdict(run, to, requested, poolRequested, 0, Outcome.PASS, false);
    }

    /** A second with this many slow requests and this outcome of the latency rule. */
    public static Verdict verdict(
            String run,
            Instant to,
            double requested,
            double poolRequested,
            long slow,
            Outcome outcome,
            boolean failing) {
        long fast = Math.max(1, Math.round(requested) - slow);
        var counts = new TreeMap<Integer, Long>();
        counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(20)), fast);
        if (slow > 0) {
            counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(150)), slow);
        }
        var histogram = LatencyHistogram.of(counts, 0.02 * fast + 0.15 * slow);
        var tick = TestTick.of(to.minusSeconds(1), to, requested)
                .latency(histogram)
                .pool(poolRequested)
                .cpu(requested / 800)
                .envoys("envoy-1")
                .tick();
        return verdict(run, to, tick, outcome, failing, slow, requested);
    }

    /** A verdict in which all data is missing. */
    public static Verdict unknown(String run, Instant to) {
        return verdict(run, to, null, Outcome.UNKNOWN, false, 0, 0);
    }

    private static Verdict verdict(
            String run, Instant to, @Nullable Tick tick, Outcome outcome, boolean failing, double bad, double total) {
        var p99 = new Criterion(
                Criterion.Kind.FRACTION,
                "latency.p99",
                "latency.p99 <= duration(\"100ms\")",
                failing ? 0.150 : 0.020,
                0.100,
                0.01,
                bad,
                total,
                null,
                null);
        return new Verdict(
                run,
                "shop",
                to,
                to,
                List.of(
                        new RuleVerdict(
                                "p99",
                                outcome,
                                failing,
                                OnFail.BACK_OFF,
                                List.of(p99),
                                outcome == Outcome.UNKNOWN ? "no samples" : null),
                        new RuleVerdict("users", Outcome.PASS, false, OnFail.STOP, List.of(), null)),
                tick,
                Map.of("latency.p99", 0.020),
                tick == null ? List.of("a") : List.of(),
                List.of(),
                Map.of(),
                List.of());
    }

    /** A verdict of one rule, in which all other data is missing. */
    public static Verdict ofRule(RuleVerdict rule) {
        Verdict some = unknown("shop-1", ShopWorld.START);
        return new Verdict(
                some.run(),
                some.pool(),
                some.at(),
                some.at(),
                List.of(rule),
                null,
                some.metrics(),
                some.missing(),
                List.of(),
                some.identity(),
                List.of());
    }

    /** The report of a redirector with one Envoy. */
    public static RedirectReport report(
            Instant at, Lease lease, @Nullable Run run, EnvoyState.State state, Share acknowledged) {
        return report(at, lease, run, new EnvoyState("envoy-1", state, acknowledged, null));
    }

    static RedirectReport report(Instant at, Lease lease, @Nullable Run run, EnvoyState envoy) {
        return new RedirectReport(
                "shop",
                "r1",
                at,
                lease,
                run == null ? null : run.id(),
                run == null ? 0 : run.facts().token(),
                1,
                envoy.acknowledged(),
                null,
                List.of(envoy));
    }
}
