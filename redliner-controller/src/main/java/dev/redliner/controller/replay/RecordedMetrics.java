package dev.redliner.controller.replay;

import dev.redliner.contracts.pool.DependencyMetric;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.rules.RuleNames;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The values of metrics that the verdicts of a run contain: those of the longest window, and those that the run's own
 * rules compared, over their windows. The baseline also has the signals, over the longest window.
 */
final class RecordedMetrics {
    /** In a verdict, this is the busiest peer over a minute. In a rule, it is the mean of the peers. */
    private static final String BUSIEST_PEER = RuleNames.PEERS_PREFIX + MetricNames.HOST_CPU;

    private static final List<String> NOT_OF_SUT =
            List.of(RuleNames.PEERS_PREFIX, RuleNames.POOL_PREFIX, DependencyMetric.PREFIX);

    private final Map<String, Duration> windowByRule = new HashMap<>();
    private final Duration longest;
    private final Map<Compared, Double> compared = new HashMap<>();
    private Map<String, Double> metrics = Map.of();
    private Map<String, Double> baseline = Map.of();
    private final SignalWindow signals;
    private final List<String> sut;

    /** A metric of a host over a window; the host is null if it is the SUT alone, or if the metric is of all hosts. */
    private record Compared(String metric, Duration window, @Nullable String host) {}

    /** @param pool the pool of the run */
    RecordedMetrics(List<RuleSpec> rules, Pool pool) {
        sut = pool.sut();
        rules.forEach(rule -> windowByRule.put(rule.id(), rule.window()));
        longest = rules.stream()
                .map(RuleSpec::window)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        signals = new SignalWindow(longest, pool);
    }

    /** The window of the metrics that no rule of the run compared; zero if the run had no rules. */
    Duration longest() {
        return longest;
    }

    void read(Verdict verdict) {
        metrics = verdict.metrics();
        signals.add(verdict);
        compared.clear();
        for (RuleVerdict rule : verdict.rules()) {
            Duration window = windowByRule.getOrDefault(rule.rule(), Duration.ZERO);
            for (Criterion criterion : rule.criteria()) {
                if (criterion.value() != null) {
                    compared.put(new Compared(criterion.metric(), window, criterion.host()), criterion.value());
                }
            }
        }
    }

    /** Makes the metrics of now the baseline. */
    void keepBaseline() {
        var normal = new HashMap<String, Double>();
        for (String name : signals.names()) {
            // of several hosts, the signals without a prefix are the mean
            if (sut.size() == 1 || !isOfSut(name)) {
                signals.value(name).ifPresent(value -> normal.put(name, value));
            }
        }
        normal.putAll(metrics);
        baseline = normal;
    }

    /** @param host a host of a set; null if the SUT is one host */
    OptionalDouble value(String name, Duration window, @Nullable String host) {
        Double known = compared.get(new Compared(name, window, host));
        if (known == null && host != null) {
            known = compared.get(new Compared(name, window, null));
        }
        if (known == null && window.equals(longest) && !name.equals(BUSIEST_PEER)) {
            known = metrics.get(ofHost(name, host));
        }
        return optional(known);
    }

    /** @param name the metric without the prefix of the baseline */
    OptionalDouble baseline(String name, @Nullable String host) {
        return optional(baseline.get(ofHost(name, host)));
    }

    private static String ofHost(String name, @Nullable String host) {
        return host != null && isOfSut(name) ? host + "/" + name : name;
    }

    /** Whether a metric is of the SUT alone, so that each host of a set has its own value. */
    static boolean isOfSut(String name) {
        return NOT_OF_SUT.stream().noneMatch(name::startsWith);
    }

    private static OptionalDouble optional(@Nullable Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
