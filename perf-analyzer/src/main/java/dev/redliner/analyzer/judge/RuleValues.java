package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.window.ServiceReading;
import dev.redliner.analyzer.window.ServiceWindow;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.rules.CompiledRule;
import dev.redliner.rules.CompiledRule.LatencyLimit;
import dev.redliner.rules.MetricValues;
import dev.redliner.rules.RuleNames;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The metrics of a window as one rule gets them: requests to the SUT that wait for longer than the rule's limit count
 * with the answered ones, by the time that they have waited at least. Without them, a host that answers every second
 * request fast and never the rest would look fast.
 */
final class RuleValues implements MetricValues {
    private final WindowValues window;
    private final OverdueRequests overdue;
    private final List<String> hosts;
    private final List<LatencyLimit> limits;

    RuleValues(WindowValues window, OverdueRequests overdue, List<String> hosts, CompiledRule rule) {
        this.window = window;
        this.overdue = overdue;
        this.hosts = hosts;
        limits = rule.latencyLimits();
    }

    @Override
    public OptionalDouble value(String name) {
        if (!(window.sut() instanceof ServiceReading.Known known) || !WindowValues.isService(name)) {
            return window.value(name);
        }
        LatencyHistogram waiting =
                switch (name) {
                    case RuleNames.ERROR_RATE, RuleNames.ERRORS ->
                        overdue.histogram(hosts, overdue.limits().failed());
                    case RuleNames.RPS, RuleNames.RPS_REQUESTED -> LatencyHistogram.EMPTY;
                    default -> overdue.histogram(hosts, limit(name));
                };
        return waiting.count() == 0 ? window.value(name) : WindowValues.service(with(known.window(), waiting), name);
    }

    @Override
    public OptionalDouble over(Duration limit) {
        return window.sut() instanceof ServiceReading.Known known
                ? OptionalDouble.of(known.window().latency().over(limit) + overdue.olderThan(hosts, limit))
                : OptionalDouble.empty();
    }

    private static ServiceWindow with(ServiceWindow answered, LatencyHistogram waiting) {
        return new ServiceWindow(
                answered.completed() + waiting.count(),
                answered.errors() + waiting.count(),
                answered.rps(),
                answered.rpsRequested(),
                answered.latency().plus(waiting));
    }

    /** The rule's own limit of this metric, or else its tightest one. */
    private Duration limit(String metric) {
        return limits.stream()
                .filter(limit -> limit.metric().equals(metric))
                .map(LatencyLimit::limit)
                .min(Comparator.naturalOrder())
                .or(() -> limits.stream().map(LatencyLimit::limit).min(Comparator.naturalOrder()))
                .orElse(overdue.limits().failed());
    }
}
