package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.rule.KnownRule;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.rules.Comparison;
import dev.redliner.rules.Judgement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Judges the rules of a run and remembers how often each failed. */
final class RuleJudge {
    private final Map<RuleSpec, FailHistory> histories = new HashMap<>();

    /** Forgets the rules that are no longer watched. */
    void retain(List<KnownRule> rules) {
        histories.keySet().retainAll(rules.stream().map(KnownRule::spec).toList());
    }

    RuleVerdict judge(KnownRule rule, WindowValues values, @Nullable Tick tick) {
        RuleSpec spec = rule.spec();
        FailHistory history = histories.computeIfAbsent(spec, unused -> new FailHistory(spec.failFor()));
        if (rule instanceof KnownRule.Ready ready) {
            Judgement judgement = ready.compiled().judge(values);
            return new RuleVerdict(
                    spec.id(),
                    judgement.outcome(),
                    history.add(judgement.outcome()),
                    spec.onFail(),
                    judgement.comparisons().stream()
                            .map(comparison -> criterion(comparison, tick))
                            .toList(),
                    reason(judgement, values));
        }
        String refusal = rule instanceof KnownRule.Refused refused ? refused.reason() : "";
        return new RuleVerdict(
                spec.id(), Outcome.UNKNOWN, history.add(Outcome.UNKNOWN), spec.onFail(), List.of(), refusal);
    }

    private static @Nullable String reason(Judgement judgement, WindowValues values) {
        if (judgement.reason() == null) {
            return null;
        }
        String why = judgement.missing().stream()
                .map(values::whyMissing)
                .flatMap(Optional::stream)
                .distinct()
                .collect(Collectors.joining("; "));
        return why.isEmpty() ? judgement.reason() : judgement.reason() + ": " + why;
    }

    private static Criterion criterion(Comparison comparison, @Nullable Tick tick) {
        boolean counted = comparison.kind() == Criterion.Kind.FRACTION && tick != null;
        double bad = counted ? bad(comparison, Objects.requireNonNull(tick)) : 0;
        // a histogram and a counter of one tick can differ by what was in flight when they were read
        double total = counted ? Math.max(Objects.requireNonNull(tick).completed(), bad) : 0;
        return new Criterion(
                comparison.kind(),
                comparison.metric(),
                comparison.text(),
                comparison.value(),
                comparison.limit(),
                comparison.allowed(),
                bad,
                total);
    }

    private static double bad(Comparison comparison, Tick tick) {
        return comparison.latencyLimit() == null
                ? tick.errors()
                : tick.latency().over(comparison.latencyLimit());
    }
}
