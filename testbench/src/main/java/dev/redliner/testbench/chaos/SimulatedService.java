package dev.redliner.testbench.chaos;

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

/**
 * The measured service: a SUT and one peer, a latency rule that backs off, and a rule about failed requests that stops
 * the run.
 */
final class SimulatedService {
    static final String SUT = "a";
    static final String PEER = "b";
    static final Share BASELINE = Share.ofFraction(0.10);

    /** A short window shows a change soon, so that short runs reach many states. */
    private static final Duration WINDOW = Duration.ofSeconds(3);

    private static final long MIN_SAMPLES = 50;

    private SimulatedService() {}

    /** @param guided whether the run uses the product's own search, which takes longer */
    static ServiceDefinition of(boolean guided, RandomDraws chance) {
        return new ServiceDefinition(
                new Pool(
                        "shop",
                        Tier.BACK_END,
                        List.of(new Host(SUT, "", 0, null), new Host(PEER, "", 0, null)),
                        List.of(SUT),
                        BASELINE,
                        Share.ofFraction(0.60),
                        null,
                        new EnvoySettings(EnvoySettings.Mode.RUNTIME_ONLY, "", 0, List.of())),
                List.of(
                        rule("p99", "latency.p99 <= duration(\"100ms\")", new FailFor(2, 3), OnFail.BACK_OFF),
                        rule(
                                "users",
                                "error_rate <= percent(50) && peers.error_rate <= percent(10)",
                                FailFor.ONCE,
                                OnFail.STOP)),
                new Limits(
                                Duration.ofSeconds(guided ? 120 : 30 + chance.below(30)),
                                0.05,
                                Duration.ofSeconds(3 + chance.below(8)),
                                Duration.ZERO)
                        .ofSimulatedHosts(),
                new Sampling(Duration.ofSeconds(1), Duration.ofMillis(500)),
                null,
                List.of(),
                ServiceDefinition.USUAL_PROFILE);
    }

    private static RuleSpec rule(String id, String pass, FailFor failFor, OnFail onFail) {
        return new RuleSpec(id, pass, WINDOW, MIN_SAMPLES, failFor, onFail);
    }
}
