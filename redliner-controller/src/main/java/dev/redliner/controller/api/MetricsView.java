package dev.redliner.controller.api;

import dev.redliner.contracts.pool.DependencyMetric;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.MetricCatalogue;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.controller.journal.RecordedRuns.LastVerdict;
import dev.redliner.rules.RuleNames;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of the newest verdict on a service. No metric is in {@code metrics} and in {@code signals}.
 *
 * @param run the run that the verdict is of
 * @param at event time of the verdict
 * @param metrics each metric that had a value over the window: latencies in seconds, rates as fractions of 1. Of
 *     {@code peers.host.cpu}, it is that of the busiest peer over a minute, and {@code peers.host.cpu.hosts} is the
 *     number of peers that report it
 * @param windowSeconds the longest window of the run's rules, which ends at {@code at}; null if the definition of the
 *     run cannot be read
 * @param signals each other metric that had a value over a tick of the last minute, the newest, in the units of
 *     {@code metrics}. Ticks near the redline are shorter than the interval at which some metrics are read
 * @param signalsFrom start of the earliest tick in {@code signals}; null without signals
 * @param others metrics of the SUT, and after them of dependencies, that neither a rule nor a signal of the run reads,
 *     over the window that ends at {@code othersAt}; of a histogram its {@code .p99}, in place of all percentiles
 * @param othersAt the newest time of the last minute at which they were read; null if there is none
 * @param othersLeftOut the number of further ones
 * @param gaps signals without a value, with the reason: those with a gap at the SUT or at a dependency, and those that
 *     the service file names
 * @param rules the last outcome of each rule of the run
 * @param missing hosts without a recent report
 * @param notes for a person, such as gaps by name
 */
record MetricsView(
        String service,
        String run,
        Instant at,
        Map<String, Double> metrics,
        @Nullable Double windowSeconds,
        Map<String, Double> signals,
        @Nullable Instant signalsFrom,
        Map<String, Double> others,
        @Nullable Instant othersAt,
        int othersLeftOut,
        Map<String, String> gaps,
        List<JudgedRule> rules,
        List<String> missing,
        List<String> notes) {

    private static final Comparator<String> SUT_FIRST = Comparator.comparing(
                    (String name) -> name.startsWith(DependencyMetric.PREFIX))
            .thenComparing(Comparator.naturalOrder());

    private static final MetricCatalogue NO_CATALOGUE = new MetricCatalogue(Map.of(), 0);

    private static boolean isOfEnvoy(String name) {
        return name.startsWith(RuleNames.ENVOY_PREFIX)
                || name.startsWith(RuleNames.PEERS_PREFIX + RuleNames.ENVOY_PREFIX);
    }

    /** @param measured the service as the run measured it; empty if it cannot be read */
    static MetricsView of(LastVerdict last, Optional<ServiceDefinition> measured, String service) {
        Verdict verdict = last.verdict();
        var signals = new TreeMap<String, Double>();
        Instant from = null;
        for (SignalValues ofTick : signals(last.recent())) {
            for (var signal : ofTick.values().entrySet()) {
                if (signals.putIfAbsent(signal.getKey(), signal.getValue()) == null) {
                    from = ofTick.from();
                }
            }
        }
        var known = new TreeSet<>(verdict.metrics().keySet());
        known.addAll(signals.keySet());
        signals.keySet().removeAll(verdict.metrics().keySet());
        // a signal is the sum over the Envoys, and a rule reads their mean: the value would mislead
        signals.keySet().removeIf(MetricsView::isOfEnvoy);
        Optional<Verdict> listing =
                last.recent().stream().filter(it -> it.catalogue() != null).findFirst();
        MetricCatalogue catalogue = listing.map(Verdict::catalogue).orElse(NO_CATALOGUE);
        var others = new TreeMap<String, Double>(SUT_FIRST);
        others.putAll(catalogue.values());
        // the catalogue can be of an earlier verdict
        others.keySet().removeAll(known);
        return new MetricsView(
                service,
                last.run(),
                verdict.at(),
                new TreeMap<>(verdict.metrics()),
                measured.flatMap(MetricsView::longestWindow)
                        .map(it -> it.toMillis() / 1000.0)
                        .orElse(null),
                signals,
                signals.isEmpty() ? null : from,
                others,
                listing.map(Verdict::at).orElse(null),
                catalogue.leftOut(),
                measured.map(it -> SignalGaps.of(it, verdict.notes(), known)).orElse(Map.of()),
                verdict.rules().stream().map(JudgedRule::of).toList(),
                verdict.missing(),
                verdict.notes());
    }

    private static List<SignalValues> signals(List<Verdict> verdicts) {
        return verdicts.stream().map(Verdict::signals).filter(Objects::nonNull).toList();
    }

    private static Optional<Duration> longestWindow(ServiceDefinition service) {
        return service.rules().stream().map(RuleSpec::window).max(Comparator.naturalOrder());
    }

    /**
     * The last outcome of a rule.
     *
     * @param rule its id
     * @param failing whether it counted as failing
     * @param reason why it was UNKNOWN; null otherwise
     * @param comparisons its comparisons
     */
    record JudgedRule(
            String rule, Outcome outcome, boolean failing, @Nullable String reason, List<Compared> comparisons) {
        static JudgedRule of(RuleVerdict rule) {
            return new JudgedRule(
                    rule.rule(),
                    rule.outcome(),
                    rule.failing(),
                    rule.reason(),
                    rule.criteria().stream().map(Compared::of).toList());
        }
    }

    /**
     * A comparison of a rule.
     *
     * @param text the comparison as written
     * @param value in seconds, fractions or the metric's own unit; null while unknown
     * @param limit in the unit of the value; null while unknown
     */
    record Compared(String metric, String text, @Nullable Double value, @Nullable Double limit) {
        static Compared of(Criterion criterion) {
            return new Compared(criterion.metric(), criterion.text(), criterion.value(), criterion.limit());
        }
    }
}
