package dev.redliner.contracts.verdict;

import dev.redliner.contracts.watch.OnFail;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one rule says now.
 *
 * @param rule its id
 * @param outcome of this evaluation
 * @param failing whether it failed often enough to count ({@code failFor})
 * @param onFail what a failing rule leads to
 * @param criteria its comparisons with value against limit
 * @param reason why it is UNKNOWN; null otherwise
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
