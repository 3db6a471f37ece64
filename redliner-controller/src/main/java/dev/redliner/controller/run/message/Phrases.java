package dev.redliner.controller.run.message;

import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.rules.BucketPercentile;
import dev.redliner.rules.MetricUnit;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Texts for the reasons of a run. */
public final class Phrases {
    private Phrases() {}

    public static String of(RuleVerdict rule) {
        return rule.criteria().stream()
                .filter(c -> c.value() != null)
                .map(Phrases::of)
                .reduce((a, b) -> a + ", " + b)
                .orElse("broken");
    }

    private static String of(Criterion criterion) {
        double value = Objects.requireNonNull(criterion.value());
        String where = criterion.host() == null ? "" : " at " + criterion.host();
        if (!MetricUnit.isApproximate(criterion.metric())) {
            return criterion.text() + " (is " + inUnitOf(criterion.metric(), value) + where + ")";
        }
        String seen = BucketPercentile.isBeyond(value)
                ? "above the highest bucket"
                : "about " + inUnitOf(criterion.metric(), value);
        return criterion.text() + " (is " + seen + where + ")";
    }

    private static String inUnitOf(String metric, double value) {
        if (isOf(MetricUnit.DURATION, metric)) {
            double ms = value * 1000;
            return (ms < 100 ? Sentences.number(Math.round(ms * 10) / 10.0) : String.valueOf(Math.round(ms))) + " ms";
        }
        return isOf(MetricUnit.FRACTION, metric) ? Sentences.percent(value) : Sentences.number(value);
    }

    /** Whether the expression is a metric of this unit, or a sum or difference of some. */
    private static boolean isOf(MetricUnit unit, String expression) {
        return Arrays.stream(expression.split(" [-+] "))
                .allMatch(metric -> MetricUnit.of(metric).equals(Optional.of(unit)));
    }

    /**
     * The window of a rule that is longer than declared.
     *
     * @param declared the declared window
     */
    public static String longerWindow(RuleSpec rule, Duration declared) {
        return rule.id() + " " + rule.window().toSeconds() + " s instead of " + declared.toSeconds() + " s";
    }

    /** The reason why a verdict has no tick. */
    public static String noTick(Verdict verdict) {
        return verdict.missing().isEmpty()
                ? HoldMessages.noCounts(verdict.notes())
                : HoldMessages.noSamples(verdict.missing());
    }

    /** The message that the counts of an Envoy are not the SUT's own. */
    public static String invalid(Map<String, Double> counters) {
        return EndMessages.invalid(counters.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(it -> InvalidatingSign.of(it.getKey()).meaning() + " (" + it.getKey() + " "
                        + Math.round(it.getValue()) + ")")
                .toList());
    }
}
