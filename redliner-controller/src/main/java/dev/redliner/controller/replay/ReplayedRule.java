package dev.redliner.controller.replay;

import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.rules.Comparison;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A rule over a recorded run.
 *
 * @param rule the rule
 * @param basis where its outcomes come from
 * @param reason why it cannot be told what the rule would have done; null if it can
 * @param signals the metrics of the rule that were computed from recorded signals, sorted
 * @param passed seconds in which it passed
 * @param failed seconds in which it failed
 * @param unknown seconds in which it was UNKNOWN
 * @param firstFailing the first moment at which it counted as failing; null if there is none
 * @param spans its outcomes over the run, oldest first, at most {@link #MOST_SPANS}
 */
public record ReplayedRule(
        RuleSpec rule,
        Basis basis,
        @Nullable String reason,
        List<String> signals,
        int passed,
        int failed,
        int unknown,
        @Nullable ReplayMoment firstFailing,
        List<Span> spans) {
    /** A rule that changes more often is cut off. */
    public static final int MOST_SPANS = 2_000;

    public ReplayedRule {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(basis, "basis");
        signals = List.copyOf(signals);
        spans = List.copyOf(spans);
        if ((basis == Basis.CANNOT_TELL) != (reason != null)) {
            throw new IllegalArgumentException("basis " + basis + " with reason " + reason);
        }
    }

    /** The source of the outcomes. */
    public enum Basis {
        /** The run had the same rule, and these are its outcomes. */
        RECORDED,
        /** They are computed from the counts and values that the run recorded. */
        COMPUTED,
        /** The run did not record what the rule reads. */
        CANNOT_TELL
    }

    /**
     * Seconds in a row with the same outcome.
     *
     * @param from first second, from 0 at the start of the run
     * @param to last second
     * @param outcome the worst outcome of each of these seconds
     * @param failing whether the rule counted as failing
     * @param comparisons the comparisons of the rule at the first evaluation with this outcome
     */
    public record Span(int from, int to, Outcome outcome, boolean failing, List<Comparison> comparisons) {
        public Span {
            comparisons = List.copyOf(comparisons);
        }
    }
}
