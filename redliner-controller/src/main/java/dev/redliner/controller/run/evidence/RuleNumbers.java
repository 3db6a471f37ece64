package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.search.CountInterval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The counts and the plain values of the {@code back-off} rules over some ticks.
 *
 * @param ticks verdicts with a tick, oldest first
 */
public record RuleNumbers(List<Verdict> ticks) {
    /** Whether a rule has counts or a plain value. Of any other rule, the search has the verdict alone. */
    public static boolean areOf(RuleVerdict rule) {
        return rule.criteria().stream().anyMatch(it -> counted(rule, it).isPresent() || isGauge(rule, it));
    }

    List<CountInterval.Count> counts() {
        Map<CountInterval.Criterion, double[]> sums = new LinkedHashMap<>();
        for (Verdict verdict : ticks) {
            for (RuleVerdict rule : verdict.rules()) {
                for (Criterion criterion : rule.criteria()) {
                    counted(rule, criterion).ifPresent(key -> {
                        double[] sum = sums.computeIfAbsent(key, k -> new double[2]);
                        sum[0] += criterion.bad();
                        sum[1] += criterion.total();
                    });
                }
            }
        }
        return sums.entrySet().stream()
                .map(e -> new CountInterval.Count(e.getKey(), e.getValue()[0], e.getValue()[1]))
                .toList();
    }

    private static boolean isGauge(RuleVerdict rule, Criterion criterion) {
        return rule.onFail() == OnFail.BACK_OFF
                && criterion.kind() == Criterion.Kind.GAUGE
                && criterion.limit() != null;
    }

    private static Optional<CountInterval.Criterion> counted(RuleVerdict rule, Criterion criterion) {
        boolean counts = rule.onFail() == OnFail.BACK_OFF
                && criterion.kind() == Criterion.Kind.FRACTION
                && criterion.allowed() > 0
                && criterion.allowed() < 1;
        if (!counts) {
            return Optional.empty();
        }
        Double limit = criterion.limit();
        boolean latency = criterion.metric().startsWith("latency.");
        if (latency && limit == null) {
            return Optional.empty();
        }
        return Optional.of(new CountInterval.Criterion(
                rule.rule(),
                criterion.metric(),
                criterion.allowed(),
                latency && limit != null ? limit : 0,
                criterion.host()));
    }

    List<CountInterval.Gauge> gauges() {
        var gauges = new ArrayList<CountInterval.Gauge>();
        for (RuleVerdict rule : ticks.get(ticks.size() - 1).rules()) {
            for (Criterion criterion : rule.criteria()) {
                Double value = value(rule.rule(), criterion);
                Double limit = criterion.limit();
                if (isGauge(rule, criterion) && value != null && limit != null) {
                    gauges.add(
                            new CountInterval.Gauge(rule.rule(), criterion.metric(), value, limit, criterion.host()));
                }
            }
        }
        return gauges;
    }

    /**
     * The mean of a plain value over the ticks, because the window of its rule still contains earlier loads. Without a
     * value of a tick, that of the window is used: it bounds the redline too high, but no bound would be higher still.
     */
    private @Nullable Double value(String rule, Criterion criterion) {
        Double cpu = criterion.metric().equals(MetricNames.HOST_CPU) ? cpu(criterion.host()) : null;
        if (cpu != null) {
            return cpu;
        }
        OptionalDouble mean = ticks.stream()
                .flatMap(verdict -> verdict.rules().stream())
                .filter(it -> it.rule().equals(rule))
                .flatMap(it -> it.criteria().stream())
                .filter(it -> it.text().equals(criterion.text()) && Objects.equals(it.host(), criterion.host()))
                .flatMap(it -> Optional.ofNullable(it.tickValue()).stream())
                .mapToDouble(Double::doubleValue)
                .average();
        // boxed, because the value of the window may be null
        return mean.isPresent() ? Double.valueOf(mean.getAsDouble()) : criterion.value();
    }

    /** @param host a host of the SUT; null for the busiest one */
    @Nullable
    Double cpu(@Nullable String host) {
        double sum = 0;
        int count = 0;
        for (Verdict verdict : ticks) {
            Tick tick = Objects.requireNonNull(verdict.tick());
            HostCounts counts = host == null ? null : tick.hosts().get(host);
            Double cpu = counts == null ? tick.cpu() : counts.cpu();
            if (cpu != null) {
                sum += cpu;
                count++;
            }
        }
        return count == 0 ? null : sum / count;
    }
}
