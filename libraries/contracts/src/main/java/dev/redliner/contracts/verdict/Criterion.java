package dev.redliner.contracts.verdict;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One comparison of a rule, taken apart: people need the value next to its limit, and the search needs counts.
 *
 * @param kind how the search may use the criterion
 * @param metric the metric on the left side, such as {@code latency.p99}; the expression itself if it is no single
 *     metric
 * @param text the comparison as written
 * @param value value over the rule's window, in seconds, fractions or the metric's own unit; null while unknown
 * @param limit in the unit of {@code value}; null while unknown
 * @param allowed for {@link Kind#FRACTION}: the fraction of requests that may be bad (0.01 for a p99), else 0
 * @param bad for {@link Kind#FRACTION}: bad requests in this tick alone (over the latency limit, or errors), else 0
 * @param total for {@link Kind#FRACTION}: all requests of this tick, of which {@code bad} is a part, else 0
 * @param host the host of the SUT that was judged; null if the SUT is one host, or if the criterion is the same for all
 *     its hosts
 * @param tickValue for {@link Kind#GAUGE}: the value in this tick alone, or the last reading shortly before its end, in
 *     the unit of {@code value}; null without a reading, and from an older sender
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
        @Nullable String host,
        @Nullable Double tickValue) {

    /** How the search may use a criterion. */
    public enum Kind {
        /** A percentile or an error rate of the SUT: a number of bad requests out of a total. */
        FRACTION,
        /** A plain value of the SUT that must stay below its limit, such as its CPU. */
        GAUGE,
        /**
         * Any other comparison: of the peers, of the pool, a combination. It can stop a run and is no evidence of the
         * redline.
         */
        OTHER
    }

    public Criterion {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(text, "text");
    }
}
