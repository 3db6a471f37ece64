package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.rule.KnownRule;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.rules.Comparison;
import dev.redliner.rules.CompiledRule;
import dev.redliner.rules.FailHistory;
import dev.redliner.rules.Judgement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Judges the rules of a run and counts how often each rule failed. */
final class RuleJudge {
    private static final List<Outcome> WORST_FIRST = List.of(Outcome.FAIL, Outcome.UNKNOWN, Outcome.PASS);

    private final Map<Of, FailHistory> histories = new HashMap<>();

    /** A rule, and the host that it is judged for if the SUT is several hosts. */
    private record Of(RuleSpec rule, @Nullable String host) {}

    /** Drops the history of rules that are no longer watched. */
    void retain(List<KnownRule> rules) {
        List<RuleSpec> known = rules.stream().map(KnownRule::spec).toList();
        histories.keySet().removeIf(of -> !known.contains(of.rule()));
    }

    /**
     * The verdict of a rule on all hosts of the SUT: that of the worst one.
     *
     * @param hosts at least one
     */
    RuleVerdict judge(KnownRule rule, List<JudgedHost> hosts) {
        RuleSpec spec = rule.spec();
        if (rule instanceof KnownRule.Ready ready) {
            CompiledRule compiled = ready.compiled();
            List<Judged> judged =
                    hosts.stream().map(host -> Judged.of(host, compiled)).toList();
            Judged worst = judged.stream()
                    .min(Comparator.comparingInt(each -> WORST_FIRST.indexOf(each.outcome())))
                    .orElseThrow();
            boolean failing = false;
            for (Judged each : judged) {
                failing |= history(spec, each.host().host()).add(each.outcome());
            }
            return new RuleVerdict(
                    spec.id(), worst.outcome(), failing, spec.onFail(), criteria(judged), worst.reason());
        }
        String refusal = rule instanceof KnownRule.Refused refused ? refused.reason() : "";
        return new RuleVerdict(spec.id(), Outcome.UNKNOWN, false, spec.onFail(), List.of(), refusal);
    }

    private FailHistory history(RuleSpec spec, @Nullable String host) {
        return histories.computeIfAbsent(new Of(spec, host), unused -> new FailHistory(spec));
    }

    /** The judgement of a rule on one host. */
    private record Judged(JudgedHost host, RuleValues values, Judgement judgement) {
        static Judged of(JudgedHost host, CompiledRule rule) {
            RuleValues values = host.values(rule);
            return new Judged(host, values, rule.judge(values));
        }

        Outcome outcome() {
            return judgement.outcome();
        }

        @Nullable
        String reason() {
            String reason = RuleJudge.reason(judgement, host.values());
            return reason == null || host.host() == null ? reason : host.host() + ": " + reason;
        }

        /** The value of a gauge in the tick alone. */
        @Nullable
        Double tickValue(Comparison comparison) {
            HostCounts counts = host.counts();
            if (comparison.kind() != Criterion.Kind.GAUGE || counts == null) {
                return null;
            }
            OptionalDouble value = values.inTick(comparison.metric(), counts, host.tick());
            return value.isPresent() ? value.getAsDouble() : null;
        }
    }

    /**
     * One criterion for each comparison and host, but only one for all hosts if it is equal for each host, such as one
     * about the peers.
     */
    private static List<Criterion> criteria(List<Judged> judged) {
        var criteria = new ArrayList<Criterion>();
        List<Comparison> first = judged.get(0).judgement().comparisons();
        for (int i = 0; i < first.size(); i++) {
            int index = i;
            boolean same = first.get(i).kind() == Criterion.Kind.OTHER
                    && judged.stream()
                            .allMatch(each ->
                                    each.judgement().comparisons().get(index).equals(first.get(index)));
            for (Judged each : same ? judged.subList(0, 1) : judged) {
                Comparison comparison = each.judgement().comparisons().get(i);
                criteria.add(
                        criterion(comparison, each, same ? null : each.host().host()));
            }
        }
        return criteria;
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

    private static Criterion criterion(Comparison comparison, Judged each, @Nullable String host) {
        JudgedHost judged = each.host();
        double bad = 0;
        double total = 0;
        HostCounts counts = judged.counts();
        if (comparison.kind() == Criterion.Kind.FRACTION && counts != null) {
            Duration limit = comparison.latencyLimit();
            InFlight.Change waiting = judged.overdue()
                    .change(
                            judged.hosts(),
                            limit == null ? judged.overdue().limits().failed() : limit);
            double again = limit == null ? waiting.failed() : waiting.answered();
            double counted = limit == null ? counts.errors() : counts.latency().over(limit);
            bad = Math.max(0, counted - again) + waiting.newly();
            double answered = counts.completed() - waiting.answered() - waiting.failed();
            // histogram and counter of one tick can differ by the requests in flight when they were read
            total = Math.max(Math.max(0, answered) + waiting.newly(), bad);
        }
        return new Criterion(
                comparison.kind(),
                comparison.metric(),
                comparison.text(),
                comparison.value(),
                comparison.limit(),
                comparison.allowed(),
                bad,
                total,
                host,
                each.tickValue(comparison));
    }
}
