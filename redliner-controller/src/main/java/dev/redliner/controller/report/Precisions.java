package dev.redliner.controller.report;

import dev.redliner.api.PrecisionReport;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.run.Baseline;
import dev.redliner.controller.run.EarlierRedline;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.Step;
import dev.redliner.controller.service.ServiceDefinition;
import dev.redliner.rules.CompiledRule.LatencyLimit;
import dev.redliner.rules.RuleCompiler;
import dev.redliner.search.Precision;
import dev.redliner.search.Redline;
import dev.redliner.search.SearchSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The precision to expect of a service's runs, and of one run. */
public final class Precisions {
    private static final int A_MINUTE = 60;

    private Precisions() {}

    /**
     * The expected precision before any run. Empty if no rule limits a percentile of the latencies, because no figures
     * exist for other rules.
     *
     * @param poolSeconds requests of the whole pool by second, as far as they are available, oldest first
     */
    public static Optional<PrecisionReport> of(ServiceDefinition service, List<Double> poolSeconds) {
        Optional<Precision> precision = Precision.ofLoosest(service.rules().stream()
                .filter(rule -> rule.onFail() == OnFail.BACK_OFF)
                .flatMap(rule -> RuleCompiler.compile(rule).latencyLimits().stream())
                .mapToDouble(LatencyLimit::allowed));
        Duration usual = usual(SearchSettings.profile(service.profile()).orElse(SearchSettings.DEFAULT), service);
        Duration longest = service.limits().maxDuration();
        List<Double> rates = rates(service.pool(), lately(poolSeconds));
        return precision.map(it -> rates.isEmpty()
                ? PrecisionReports.table(it, usual, longest)
                : PrecisionReports.before(it, rates, usual, longest));
    }

    /** The expected and the reached precision of a run; null as long as the rate of its requests is missing. */
    static @Nullable PrecisionReport of(Run run) {
        Precision precision = run.precision().orElse(null);
        if (precision == null) {
            return null;
        }
        Redline redline = run.redline().orElse(null);
        if (redline != null) {
            return reached(precision, redline, run);
        }
        ServiceDefinition service = run.facts().service();
        EarlierRedline earlier = run.warmStart().earlier();
        List<Double> rates = earlier != null ? List.of(earlier.rps()) : rates(service.pool(), poolRps(run));
        return rates.isEmpty()
                ? null
                : PrecisionReports.before(
                        precision,
                        rates,
                        usual(run.warmStart().settings(), service),
                        service.limits().maxDuration());
    }

    private static @Nullable PrecisionReport reached(Precision precision, Redline redline, Run run) {
        List<Step> steps = run.steps();
        Instant to = steps.isEmpty() ? null : steps.get(steps.size() - 1).to();
        if (redline.atLeast() || to == null) {
            return null;
        }
        double half = (redline.high() / redline.low() - 1) / 2;
        Instant from = run.facts().startedAt();
        return PrecisionReports.after(precision, redline.rps(), Duration.between(from, to), half);
    }

    private static Duration usual(SearchSettings settings, ServiceDefinition service) {
        return settings.within(service.limits().maxDuration()).budget();
    }

    /**
     * The bounds of the redline: it lies above the normal load of a host, and the load at the highest share is the most
     * that a run can try.
     */
    private static List<Double> rates(Pool pool, OptionalDouble poolRps) {
        double load = poolRps.orElse(0) / pool.sut().size();
        double least = load * pool.baselineShare().fraction();
        double most = load * pool.maxShare().fraction();
        return least > 0 ? List.of(least, most) : List.of();
    }

    private static OptionalDouble poolRps(Run run) {
        Double seen =
                run.baseline().map(Baseline::seen).map(sum -> sum.poolRps()).orElse(null);
        return seen == null ? lately(run.warmStart().settings().known().poolRps()) : OptionalDouble.of(seen);
    }

    private static OptionalDouble lately(List<Double> seconds) {
        return seconds.subList(Math.max(0, seconds.size() - A_MINUTE), seconds.size()).stream()
                .mapToDouble(Double::doubleValue)
                .average();
    }
}
