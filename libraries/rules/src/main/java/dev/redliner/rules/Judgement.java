package dev.redliner.rules;

import dev.redliner.contracts.verdict.Outcome;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a rule for some values.
 *
 * @param outcome PASS only if the rule is certainly true, FAIL only if it is certainly false
 * @param comparisons the rule's comparisons with value and limit, in the order written
 * @param missing metrics of the rule that have no value, sorted; a rule can still FAIL for another reason
 * @param reason why the outcome is UNKNOWN; null otherwise
 */
public record Judgement(Outcome outcome, List<Comparison> comparisons, List<String> missing, @Nullable String reason) {
    public Judgement {
        Objects.requireNonNull(outcome, "outcome");
        comparisons = List.copyOf(comparisons);
        missing = List.copyOf(missing);
        if ((outcome == Outcome.UNKNOWN) != (reason != null)) {
            throw new IllegalArgumentException("an UNKNOWN needs a reason, and only it: " + outcome + ", " + reason);
        }
    }
}
