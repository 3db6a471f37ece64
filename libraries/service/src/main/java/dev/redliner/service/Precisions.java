package dev.redliner.service;

import dev.redliner.api.PrecisionReport;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.rules.CompiledRule.LatencyLimit;
import dev.redliner.rules.RuleCompiler;
import dev.redliner.search.Precision;
import dev.redliner.search.SearchSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The precision to expect of a service's runs. */
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
        Optional<Precision> precision = Precision.ofLoosest(
                service.rules().stream()
                        .filter(rule -> rule.onFail() == OnFail.BACK_OFF)
                        .flatMap(rule -> RuleCompiler.compile(rule).latencyLimits().stream())
                        .mapToDouble(LatencyLimit::allowed),
                service.pool().sut().size());
        Duration longest = service.limits().maxDuration();
        SearchSettings settings = SearchSettings.profile(service.profile()).orElse(SearchSettings.DEFAULT);
        List<Double> rates = rates(service.pool(), lately(poolSeconds));
        return precision.map(it -> rates.isEmpty()
                ? PrecisionReports.table(it, settings, longest)
                : PrecisionReports.before(it, rates, settings, longest));
    }

    /**
     * The bounds of the redline, requests per second at one host: it lies above the normal load of a host, and the load
     * at the highest share is the most that a run can try. Empty if the pool has no load.
     *
     * @param poolRps requests per second of the whole pool; empty if they are not known
     */
    public static List<Double> rates(Pool pool, OptionalDouble poolRps) {
        double load = poolRps.orElse(0) / pool.sut().size();
        double least = RuleWindows.perHost(pool, poolRps);
        double most = load * pool.maxShare().fraction();
        return least > 0 ? List.of(least, most) : List.of();
    }

    /**
     * The mean of the last minute, requests per second; empty if there are no figures.
     *
     * @param seconds requests by second, oldest first
     */
    public static OptionalDouble lately(List<? extends Number> seconds) {
        return seconds.subList(Math.max(0, seconds.size() - A_MINUTE), seconds.size()).stream()
                .mapToDouble(Number::doubleValue)
                .average();
    }
}
