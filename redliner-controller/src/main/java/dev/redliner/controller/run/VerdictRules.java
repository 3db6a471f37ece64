package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules of which the verdict alone is known, such as one that compares two metrics. Counts and plain values tell by
 * themselves which load they belong to. A verdict belongs to the load of a step only if the rule's window lies within it.
 */
final class VerdictRules {
    private VerdictRules() {}

    private static boolean isAlone(RuleVerdict rule) {
        return rule.onFail() == OnFail.BACK_OFF && rule.criteria().stream().noneMatch(VerdictRules::hasNumbers);
    }

    private static boolean hasNumbers(Criterion criterion) {
        return criterion.kind() == Criterion.Kind.GAUGE
                || (criterion.kind() == Criterion.Kind.FRACTION && criterion.allowed() > 0 && criterion.allowed() < 1);
    }

    /** A rule that fails and of which nothing but the verdict is known. */
    static Optional<RuleVerdict> failing(Verdict verdict) {
        return Observations.failing(verdict, OnFail.BACK_OFF)
                .filter(VerdictRules::isAlone)
                .findFirst();
    }

    /** The ids of those that hold, with a window that lies wholly within the present step. */
    static Set<String> held(RunDraft run, Verdict verdict) {
        Step step = run.step();
        Instant inEffect = step == null ? null : step.inEffect();
        return inEffect == null
                ? Set.of()
                : verdict.rules().stream()
                        .filter(rule -> isAlone(rule) && rule.outcome() == Outcome.PASS)
                        .filter(rule -> !windowBegin(run, rule).isBefore(inEffect))
                        .map(RuleVerdict::rule)
                        .collect(Collectors.toUnmodifiableSet());
    }

    /** The beginning of a rule's window. The clock of a reporter may be ahead of the clock that times the steps. */
    static Instant windowBegin(RunDraft run, RuleVerdict rule) {
        Duration window = run.facts.service().rules().stream()
                .filter(r -> r.id().equals(rule.rule()))
                .map(r -> r.window())
                .findFirst()
                .orElse(Duration.ZERO);
        return run.observations.lastAt().minus(window);
    }
}
