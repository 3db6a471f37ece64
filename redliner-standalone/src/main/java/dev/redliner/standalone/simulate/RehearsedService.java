package dev.redliner.standalone.simulate;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.hostmodel.HostDescription;
import dev.redliner.hostmodel.HostFailed;
import dev.redliner.rules.LatencyStatistic;
import dev.redliner.service.Limits;
import dev.redliner.service.RuleDefaults;
import dev.redliner.service.RuleWindows;
import dev.redliner.service.Sampling;
import dev.redliner.service.ServiceDefinition;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The service of a simulated host: one SUT, all other hosts as one peer, and rules from its SLO. */
final class RehearsedService {
    static final String SUT = "sut";
    /** The only Envoy, which is read and connected. */
    static final String ENVOY = "simulated-envoy";

    static final String PEERS = "peers";
    /** Time reserved at the end of the simulation, for restoring the traffic and observing it. */
    private static final int RESERVE_SECONDS = 40;

    private RehearsedService() {}

    /**
     * @param baselineShare the fraction of the traffic that the host was seen to get
     * @param declared a user's rules and limits; null: those of the host's SLO
     */
    static ServiceDefinition of(
            HostDescription greeting,
            double baselineShare,
            double poolRps,
            double harmBudget,
            @Nullable ServiceDefinition declared) {
        Share baseline = Share.ofFraction(Math.max(1e-6, Math.min(1, baselineShare)));
        Share most = Share.ofFraction(Math.min(1, Math.max(baselineShare, greeting.maxRps() / poolRps)));
        var pool = new Pool(
                "simulated",
                Tier.BACK_END,
                List.of(new Host(SUT, "", 0, null), new Host(PEERS, "", 0, null)),
                List.of(SUT),
                baseline,
                most,
                null,
                new EnvoySettings(EnvoySettings.Mode.RUNTIME_ONLY, "", 0, List.of()));
        List<RuleSpec> rules = declared == null ? rules(greeting.slo()) : declared.rules();
        var service = new ServiceDefinition(
                pool,
                rules,
                limits(greeting, harmBudget, declared),
                sampling(),
                null,
                List.of(),
                ServiceDefinition.USUAL_PROFILE);
        return RuleWindows.holding(service, OptionalDouble.of(poolRps));
    }

    private static Sampling sampling() {
        return new Sampling(Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    private static Limits limits(HostDescription greeting, double harmBudget, @Nullable ServiceDefinition declared) {
        Duration time = Duration.ofSeconds(Math.max(30, greeting.deadlineSeconds() - RESERVE_SECONDS));
        if (declared == null) {
            return new Limits(time, harmBudget, Duration.ofSeconds(20), Duration.ZERO).ofSimulatedHosts();
        }
        Limits theirs = declared.limits();
        Duration shorter = theirs.maxDuration().compareTo(time) < 0 ? theirs.maxDuration() : time;
        // a simulated host is always settled
        return new Limits(shorter, theirs.harmBudget(), theirs.unknownFor(), Duration.ZERO).ofSimulatedHosts();
    }

    private static List<RuleSpec> rules(HostDescription.Slo slo) {
        String statistic = Arrays.stream(LatencyStatistic.values())
                .filter(s -> s.fraction().isPresent() && Math.abs(s.fraction().getAsDouble() - slo.quantile()) < 1e-6)
                .map(LatencyStatistic::metric)
                .findFirst()
                .orElseThrow(() -> new HostFailed(
                        "no rule can speak of the quantile " + slo.quantile() + "; give the rules with --rules"));
        String limit = BigDecimal.valueOf(Math.round(slo.latencyMs() * 1e3), 3)
                .stripTrailingZeros()
                .toPlainString();
        String percent = new BigDecimal(100 * slo.maxError())
                .setScale(6, java.math.RoundingMode.HALF_UP)
                .toPlainString();
        return List.of(
                RuleDefaults.rule("latency", statistic + " <= duration(\"" + limit + "ms\")"),
                RuleDefaults.rule("errors", "error_rate <= percent(" + percent + ")"));
    }
}
