package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reasons in words. */
final class Words {
    private Words() {}

    static String of(RuleVerdict rule) {
        return rule.criteria().stream()
                .filter(c -> c.value() != null)
                .map(Words::of)
                .reduce((a, b) -> a + ", " + b)
                .orElse("broken");
    }

    private static String of(Criterion criterion) {
        Double value = Objects.requireNonNull(criterion.value());
        String seen = criterion.metric().contains("latency.")
                ? Math.round(value * 1000) + " ms"
                : String.valueOf(Math.round(value * 10_000) / 10_000.0);
        return criterion.text() + " (is " + seen + ")";
    }

    static String noTick(Verdict verdict) {
        return verdict.missing().isEmpty()
                ? "counts of the SUT's requests" + (verdict.notes().isEmpty() ? "" : " " + verdict.notes())
                : "samples of " + String.join(", ", verdict.missing());
    }

    static String percent(@Nullable Double fraction) {
        return fraction == null ? "nothing" : Math.round(fraction * 10_000) / 100.0 + "%";
    }
}
