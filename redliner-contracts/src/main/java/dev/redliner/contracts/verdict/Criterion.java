package dev.redliner.contracts.verdict;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One comparison of a rule, taken apart so that a person sees value against limit and the search sees counts.
 *
 * @param kind how the search may use it
 * @param metric the metric on its left side, such as {@code latency.p99}; the expression itself if it is no single metric
 * @param text the comparison as written
 * @param value over the rule's window, in seconds, fractions or the metric's own unit; null while unknown
 * @param limit in the unit of {@code value}; null while unknown
 * @param allowed for {@link Kind#FRACTION}: the fraction of requests that may be bad (0.01 for a p99), else 0
 * @param bad for {@link Kind#FRACTION}: bad requests in this tick alone (over the latency limit, or errors),
 *     else 0
 * @param total for {@link Kind#FRACTION}: the requests of this tick that {@code bad} is a part of, else 0
 * @param host which host of the SUT it was judged for; null if the SUT is one host, or if it is the same for all of them
 */
public record Criterion(
        Kind kind,
        String metric,
        String text,
        @Nullable Double value,
        @Nullable Double limit,
        double allowed,
        double bad,
        double total,
        @Nullable String host) {

    /** How the search may use a criterion. */
    public enum Kind {
        /** A percentile or an error rate of the SUT: so many bad requests of so many. */
        FRACTION,
        /** A plain value of the SUT that must stay below its limit, such as its CPU. */
        GAUGE,
        /** Anything else: of the peers, of the pool, a combination. It can stop a run and says nothing of the redline. */
        OTHER
    }

    public Criterion {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(text, "text");
    }
}
