package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.run.evidence.RuleNumbers;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The {@code back-off} rules without counts and without a plain value, such as one that compares two metrics. Counts and
 * plain values are of one tick, and so of one load. The verdict of such a rule is of its whole window, and is evidence
 * about the load of a step only if the window lies within that step.
 */
final class VerdictRules {
    private VerdictRules() {}

    private static boolean isAlone(RuleVerdict rule) {
        return rule.onFail() == OnFail.BACK_OFF && !RuleNumbers.areOf(rule);
    }

    /** A rule of these that fails. */
    static Optional<RuleVerdict> failing(Verdict verdict) {
        return Observations.failing(verdict, OnFail.BACK_OFF)
                .filter(VerdictRules::isAlone)
                .findFirst();
    }

    /** The ids of the rules that hold, with a window that lies wholly within the present step. */
    static Set<String> held(RunDraft run, Verdict verdict) {
        Step step = run.step();
        Instant inEffect = step == null ? null : step.inEffect();
        return inEffect == null
                ? Set.of()
                : verdict.rules().stream()
                        .filter(rule -> isAlone(rule) && rule.outcome() == Outcome.PASS)
                        .filter(rule -> !run.windowBegin(rule).isBefore(inEffect))
                        .map(RuleVerdict::rule)
                        .collect(Collectors.toUnmodifiableSet());
    }
}
