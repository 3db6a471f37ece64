package dev.redliner.contracts.verdict;

import dev.redliner.contracts.watch.OnFail;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of one rule at a tick.
 *
 * @param rule the rule's id
 * @param outcome of this evaluation
 * @param failing whether the rule failed often enough to count ({@code failFor}), and did not pass often enough since
 *     ({@code clearFor})
 * @param onFail the consequence of a failing rule
 * @param criteria the rule's comparisons with value and limit
 * @param reason why the outcome is UNKNOWN; null otherwise
 */
public record RuleVerdict(
        String rule,
        Outcome outcome,
        boolean failing,
        OnFail onFail,
        List<Criterion> criteria,
        @Nullable String reason) {
    public RuleVerdict {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(onFail, "onFail");
        criteria = List.copyOf(criteria);
    }
}
