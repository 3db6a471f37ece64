package dev.redliner.rules;

import dev.redliner.contracts.verdict.Outcome;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a rule says of some values.
 *
 * @param outcome PASS only if it is true without a doubt, FAIL only if it is false without a doubt
 * @param comparisons its comparisons with value against limit, in the order written
 * @param missing metrics it reads that are not known, sorted; a rule can still FAIL for another reason
 * @param reason why it is UNKNOWN; null otherwise
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
