package dev.redliner.controller.replay;

import dev.redliner.contracts.sample.SignalNames;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.replay.ReplayedRule.Basis;
import dev.redliner.rules.Comparison;
import dev.redliner.rules.CompiledRule;
import dev.redliner.rules.FailHistory;
import dev.redliner.rules.Judgement;
import dev.redliner.rules.RuleNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One rule over a recorded run. */
final class RuleTrack {
    private static final List<Outcome> WORST_FIRST = List.of(Outcome.FAIL, Outcome.UNKNOWN, Outcome.PASS);

    private static final List<String> OF_EACH_PEER = List.of(RuleNames.PEERS_STDDEV_PREFIX, RuleNames.PEERS_MAX_PREFIX);

    private final CompiledRule rule;
    private final Optional<SameRule> same;
    private final List<RecordedValues> hosts;
    private final List<FailHistory> histories;
    private final SpanTrack spans = new SpanTrack();
    /** Metrics that never had a value, with the window over which they had one; zero if there is none. */
    private final Map<String, Duration> absent = new TreeMap<>();

    private @Nullable ReplayMoment firstFailing;

    /**
     * @param same the rule of the run that has the same outcomes; empty if there is none
     * @param hosts the values for each host of the SUT
     */
    RuleTrack(CompiledRule rule, Optional<SameRule> same, List<RecordedValues> hosts) {
        this.rule = rule;
        this.same = same;
        this.hosts = List.copyOf(hosts);
        histories = hosts.stream().map(host -> new FailHistory(rule.spec())).toList();
        rule.metrics().forEach(metric -> absent.put(metric, Duration.ZERO));
    }

    String id() {
        return rule.spec().id();
    }

    OnFail onFail() {
        return rule.spec().onFail();
    }

    /** Evaluates the rule, and returns whether it counts as failing. */
    boolean judge(ReplayMoment moment, Map<String, RuleVerdict> recorded) {
        RuleVerdict verdict = same.isPresent() ? recorded.get(same.get().id()) : null;
        boolean failing = same.isPresent() ? asRecorded(moment, verdict) : computed(moment);
        firstFailing = failing && firstFailing == null ? moment : firstFailing;
        return failing;
    }

    private boolean asRecorded(ReplayMoment moment, @Nullable RuleVerdict verdict) {
        Outcome outcome = verdict == null ? Outcome.UNKNOWN : verdict.outcome();
        boolean counted = histories.get(0).add(outcome);
        boolean failing = verdict != null && same.orElseThrow().failing() ? verdict.failing() : counted;
        List<Comparison> comparisons = verdict == null
                ? List.of()
                : verdict.criteria().stream()
                        .map(it -> new Comparison(
                                it.kind(), it.metric(), it.text(), it.value(), it.limit(), it.allowed(), null))
                        .toList();
        spans.add(moment.second(), outcome, failing, comparisons);
        return failing;
    }

    private boolean computed(ReplayMoment moment) {
        var judged = new ArrayList<Judgement>();
        boolean failing = false;
        for (int i = 0; i < hosts.size(); i++) {
            RecordedValues values = hosts.get(i);
            Judgement judgement = rule.judge(values);
            judged.add(judgement);
            failing |= histories.get(i).add(judgement.outcome());
            seen(judgement, values);
        }
        Judgement worst = judged.stream()
                .min((a, b) -> Integer.compare(WORST_FIRST.indexOf(a.outcome()), WORST_FIRST.indexOf(b.outcome())))
                .orElseThrow();
        spans.add(moment.second(), worst.outcome(), failing, worst.comparisons());
        return failing;
    }

    private void seen(Judgement judgement, RecordedValues values) {
        absent.keySet().retainAll(judgement.missing());
        absent.replaceAll((metric, window) -> values.knownOver(metric).orElse(window));
    }

    ReplayedRule result() {
        boolean cannotTell = same.isEmpty() && spans.seconds(Outcome.PASS) + spans.seconds(Outcome.FAIL) == 0;
        Basis basis = same.isPresent() ? Basis.RECORDED : cannotTell ? Basis.CANNOT_TELL : Basis.COMPUTED;
        return new ReplayedRule(
                rule.spec(),
                basis,
                cannotTell ? reason() : null,
                rule.metrics().stream()
                        .filter(metric -> hosts.stream().anyMatch(host -> host.isOfSignals(metric)))
                        .sorted()
                        .toList(),
                spans.seconds(Outcome.PASS),
                spans.seconds(Outcome.FAIL),
                spans.seconds(Outcome.UNKNOWN),
                firstFailing,
                spans.all());
    }

    private String reason() {
        if (absent.isEmpty()) {
            return "The rule is UNKNOWN at each moment: the metrics that decide, or enough requests, are missing.";
        }
        return "The run recorded no "
                + absent.entrySet().stream()
                        .map(it -> it.getKey() + (it.getValue().isZero() ? hint(it.getKey()) : over(it.getValue())))
                        .collect(Collectors.joining(", "))
                + ".";
    }

    /** Why a metric that the run did record is no value for a rule. */
    private static String hint(String metric) {
        boolean ofBaseline = metric.startsWith(RuleNames.BASELINE_PREFIX);
        String name = ofBaseline ? metric.substring(RuleNames.BASELINE_PREFIX.length()) : metric;
        if (OF_EACH_PEER.stream().anyMatch(name::startsWith)) {
            return " (a run stores the mean of the peers, and not the value of each peer)";
        }
        if (SignalNames.isHighest(name)) {
            return RecordedMetrics.isOfSut(name)
                    ? " (its highest readings are recorded: use " + RuleNames.MAX_PREFIX + name + ")"
                    : " (its highest readings are recorded, and a rule reads the mean)";
        }
        return name.contains(RuleNames.ENVOY_PREFIX) ? " (it can be told only with one Envoy that reports it)" : "";
    }

    private String over(Duration known) {
        return " over " + rule.spec().window().toMillis() / 1000.0 + " s, but over " + known.toMillis() / 1000.0
                + " s (set window to that)";
    }
}
