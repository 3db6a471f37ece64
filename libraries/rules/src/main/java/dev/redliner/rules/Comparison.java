package dev.redliner.rules;

import dev.redliner.contracts.verdict.Criterion;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One comparison of a rule, with the metric on its left.
 *
 * @param kind how the search may use the comparison
 * @param metric the metric, or the expression on the left if it is no single metric
 * @param text the comparison as CEL
 * @param value value over the rule's window: seconds, fractions or the metric's own unit; null while unknown
 * @param limit in the unit of {@code value}; null while unknown
 * @param allowed for {@link Criterion.Kind#FRACTION}: the fraction of requests that may be bad, else 0
 * @param latencyLimit for a FRACTION of latencies: the latency above which a request is bad; otherwise null, and
 *     therefore also for error rates
 */
public record Comparison(
        Criterion.Kind kind,
        String metric,
        String text,
        @Nullable Double value,
        @Nullable Double limit,
        double allowed,
        @Nullable Duration latencyLimit) {
    public Comparison {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(text, "text");
    }
}
