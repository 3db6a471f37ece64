package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.window.ServiceReading;
import dev.redliner.analyzer.window.ServiceWindow;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.rules.CompiledRule;
import dev.redliner.rules.CompiledRule.LatencyLimit;
import dev.redliner.rules.MetricValues;
import dev.redliner.rules.RuleNames;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The metrics of a window for one rule. Requests to the SUT that became overdue in the window, by the rule's limit,
 * count together with the answered ones, with the time that they have waited at least. Otherwise a host that answers
 * every second request fast and never answers the rest would appear fast. Each request counts once, even a stream that
 * lasts for hours: when it becomes overdue, and not when it ends.
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
        return switch (name) {
            case RuleNames.RPS, RuleNames.RPS_REQUESTED -> window.value(name);
            default -> value(name, known.window());
        };
    }

    private OptionalDouble value(String name, ServiceWindow answered) {
        Duration limit = limit(name);
        InFlight.Change change = overdue.change(hosts, limit, window.length());
        return change.isNone() ? window.value(name) : WindowValues.service(with(answered, change, limit), name);
    }

    /**
     * The value of a metric of the SUT in the last tick alone. A number of requests is scaled to the window, because
     * its limit is of the window.
     *
     * @param counts the counts of the hosts in the tick
     * @param tick its length
     */
    OptionalDouble inTick(String name, HostCounts counts, Duration tick) {
        if (!WindowValues.isService(name)) {
            return window.inTick(name, tick);
        }
        double seconds = tick.toNanos() / 1e9;
        double ticks = (double) window.length().toNanos() / tick.toNanos();
        var answered = new ServiceWindow(
                counts.completed(),
                counts.errors(),
                counts.completed() / seconds,
                counts.requested() / seconds,
                counts.latency());
        Duration limit = limit(name);
        InFlight.Change change = overdue.change(hosts, limit);
        ServiceWindow all = change.isNone() ? answered : with(answered, change, limit);
        return switch (name) {
            case RuleNames.ERRORS -> OptionalDouble.of(ticks * all.errors());
            case RuleNames.SAMPLES -> OptionalDouble.of(ticks * all.completed());
            default -> WindowValues.service(all, name);
        };
    }

    @Override
    public OptionalDouble over(Duration limit) {
        if (!(window.sut() instanceof ServiceReading.Known known)) {
            return OptionalDouble.empty();
        }
        InFlight.Change change = overdue.change(hosts, limit, window.length());
        double slow = known.window().latency().over(limit) - change.answered();
        return OptionalDouble.of(Math.max(0, slow) + change.newly());
    }

    private ServiceWindow with(ServiceWindow window, InFlight.Change change, Duration limit) {
        double answered = Math.max(0, window.completed() - change.answered() - change.failed());
        double errors = Math.max(0, window.errors() - change.failed());
        // requests that became overdue and were answered in the same window keep their actual latency
        double countedBefore = Math.max(0, change.answered() - change.newly());
        double stillOpen = Math.max(0, change.newly() - change.answered());
        LatencyHistogram latency = window.latency().withoutSlowest(Math.round(countedBefore));
        return new ServiceWindow(
                answered + change.newly(),
                errors + change.newly(),
                window.rps(),
                window.rpsRequested(),
                latency.plus(overdue.waiting(hosts, limit, Math.round(stillOpen))));
    }

    /** The time after which a waiting request counts: the rule's own limit of this metric, or else its tightest one. */
    private Duration limit(String metric) {
        if (metric.equals(RuleNames.ERROR_RATE) || metric.equals(RuleNames.ERRORS)) {
            return overdue.limits().failed();
        }
        return limits.stream()
                .filter(limit -> limit.metric().equals(metric))
                .map(LatencyLimit::limit)
                .min(Comparator.naturalOrder())
                .or(() -> limits.stream().map(LatencyLimit::limit).min(Comparator.naturalOrder()))
                .orElse(overdue.limits().failed());
    }
}
