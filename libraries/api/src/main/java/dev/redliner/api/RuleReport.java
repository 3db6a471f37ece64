package dev.redliner.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule's verdict for users.
 *
 * @param rule its id
 * @param outcome {@code PASS}, {@code FAIL} or {@code UNKNOWN}
 * @param reason why it is UNKNOWN; null otherwise
 * @param values value against limit, one for each comparison in the rule
 */
public record RuleReport(String rule, String outcome, @Nullable String reason, List<Value> values) {
    public RuleReport {
        values = List.copyOf(values);
    }

    /**
     * One comparison.
     *
     * @param metric the metric
     * @param text the comparison as written
     * @param value in seconds, fractions or the metric's own unit; null while unknown
     * @param limit in the unit of {@code value}; null while unknown
     * @param host the host of the SUT that the comparison is for; null if the SUT is one host, or if the comparison is
     *     for all hosts
     */
    public record Value(
            String metric, String text, @Nullable Double value, @Nullable Double limit, @Nullable String host) {
        /** A comparison for a SUT that is one host. */
        public Value(String metric, String text, @Nullable Double value, @Nullable Double limit) {
            this(metric, text, value, limit, null);
        }
    }
}
