package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.evidence.Excess;
import dev.redliner.controller.run.evidence.HarmNormal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Counts bad requests under the normal load, by rule and criterion. One failed request of 900 breaks a rule that allows
 * one in a thousand, but does not show that the service breaks it. A run is refused because of a rule only if chance
 * does not explain the bad requests since the run began.
 *
 * @param byCriterion counts by rule, comparison and host
 */
record RuleCounts(Map<Key, Count> byCriterion) {
    static final RuleCounts NONE = new RuleCounts(Map.of());
    /** Chance reaches this value in less than one of a thousand runs. */
    private static final double CERTAIN = Math.log(1_000);

    RuleCounts {
        byCriterion = Map.copyOf(byCriterion);
    }

    /**
     * A comparison of a rule at a host.
     *
     * @param host id of the host; empty if the SUT is one host
     */
    record Key(String rule, String comparison, String host) {
        static Key of(RuleVerdict rule, Criterion criterion) {
            return new Key(
                    rule.rule(),
                    criterion.text(),
                    Optional.ofNullable(criterion.host()).orElse(""));
        }
    }

    /** Bad requests among all counted requests. */
    record Count(double bad, double total) {
        static final Count NONE = new Count(0, 0);

        Count plus(Criterion criterion) {
            return new Count(bad + criterion.bad(), total + criterion.total());
        }
    }

    RuleCounts plus(Verdict verdict) {
        var more = new LinkedHashMap<>(byCriterion);
        verdict.rules().forEach(rule -> rule.criteria()
                .forEach(criterion -> more.merge(
                        Key.of(rule, criterion), Count.NONE.plus(criterion), (all, one) -> all.plus(criterion))));
        return new RuleCounts(more);
    }

    /** The rules that fail now, if chance may explain their counts. */
    List<RuleVerdict> byChance(Verdict verdict) {
        return failing(verdict).filter(this::byChance).toList();
    }

    /** A rule that fails and not by chance; empty if there is none. */
    Optional<RuleVerdict> broken(Verdict verdict) {
        return failing(verdict).filter(rule -> !byChance(rule)).findFirst();
    }

    private static Stream<RuleVerdict> failing(Verdict verdict) {
        return verdict.rules().stream().filter(rule -> rule.failing() && Observations.matters(rule));
    }

    /**
     * Chance is considered for counts of the SUT's requests only. A rule with any other comparison counts as broken if
     * it fails.
     */
    private boolean byChance(RuleVerdict rule) {
        return !rule.criteria().isEmpty()
                && rule.criteria().stream()
                        .allMatch(criterion -> criterion.kind() == Criterion.Kind.FRACTION
                                && !tooMany(Key.of(rule, criterion), criterion));
    }

    private boolean tooMany(Key key, Criterion criterion) {
        Count count = byCriterion.getOrDefault(key, Count.NONE);
        double allowed = criterion.allowed() * count.total();
        return count.bad() > 0
                && (allowed <= 0 || Excess.surprise(count.bad(), allowed, HarmNormal.DISPERSION) > CERTAIN);
    }
}
