package dev.redliner.controller.api;

import dev.redliner.api.RuleReport;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.replay.ReplayMoment;
import dev.redliner.controller.replay.ReplayResult;
import dev.redliner.controller.replay.ReplayWords;
import dev.redliner.controller.replay.ReplayedRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules over a recorded run.
 *
 * @param run the run
 * @param service the service that it measured
 * @param seconds its length, as far as verdicts were recorded
 * @param verdicts evaluations of each rule
 * @param words the consequences of the rules, and the limits of the answer, one sentence each
 * @param rules each rule, in the order of the service file
 * @param stops the first moment at which a failing rule would have ended the run; null if there is none
 * @param backsOff the first moment at which a failing rule would have taken the load back; null if there is none
 * @param recordedStops the moment at which a rule of the run ended it; null if none did
 * @param recordedBacksOff the first moment at which a rule of the run took the load back; null if none did
 * @param differs the first second with other consequences than those of the run's own rules; null if there is none
 */
record ReplayView(
        String run,
        String service,
        int seconds,
        int verdicts,
        List<String> words,
        List<RuleView> rules,
        @Nullable MomentView stops,
        @Nullable MomentView backsOff,
        @Nullable MomentView recordedStops,
        @Nullable MomentView recordedBacksOff,
        @Nullable Integer differs) {

    static ReplayView of(String run, String service, ReplayResult result) {
        return new ReplayView(
                run,
                service,
                result.seconds(),
                result.verdicts(),
                ReplayWords.of(result),
                result.rules().stream().map(RuleView::of).toList(),
                MomentView.of(result.replayed().stops()),
                MomentView.of(result.replayed().backsOff()),
                MomentView.of(result.recorded().stops()),
                MomentView.of(result.recorded().backsOff()),
                result.differs());
    }

    /**
     * A rule over the run.
     *
     * @param rule its id
     * @param pass its expression
     * @param onFail the consequence of a failing rule
     * @param basis {@code RECORDED}: the run had the same rule. {@code COMPUTED}: from the counts and values that were
     *     recorded. {@code CANNOT_TELL}: the run did not record what the rule reads
     * @param reason why it cannot be told what the rule would have done; null if it can
     * @param passed seconds in which it passed
     * @param failed seconds in which it failed
     * @param unknown seconds in which it was UNKNOWN
     * @param firstFailing the first moment at which it counted as failing; null if there is none
     * @param spans its outcomes over the run, oldest first; of a rule that changes often, the first 2,000
     */
    record RuleView(
            String rule,
            String pass,
            OnFail onFail,
            ReplayedRule.Basis basis,
            @Nullable String reason,
            int passed,
            int failed,
            int unknown,
            @Nullable MomentView firstFailing,
            List<SpanView> spans) {
        static RuleView of(ReplayedRule rule) {
            return new RuleView(
                    rule.rule().id(),
                    rule.rule().pass(),
                    rule.rule().onFail(),
                    rule.basis(),
                    rule.reason(),
                    rule.passed(),
                    rule.failed(),
                    rule.unknown(),
                    MomentView.of(rule.firstFailing()),
                    rule.spans().stream().map(SpanView::of).toList());
        }
    }

    /**
     * Seconds in a row with the same outcome.
     *
     * @param from first second, from 0 at the start of the run
     * @param to last second
     * @param outcome the worst outcome of each of these seconds
     * @param failing whether the rule counted as failing
     * @param values value against limit at the first evaluation with this outcome
     */
    record SpanView(int from, int to, Outcome outcome, boolean failing, List<RuleReport.Value> values) {
        static SpanView of(ReplayedRule.Span span) {
            return new SpanView(
                    span.from(),
                    span.to(),
                    span.outcome(),
                    span.failing(),
                    span.comparisons().stream()
                            .map(it -> new RuleReport.Value(it.metric(), it.text(), it.value(), it.limit()))
                            .toList());
        }
    }

    /**
     * A moment of the run.
     *
     * @param second since the start of the run
     * @param rule the rule that the moment is about
     * @param step number of the step, from 1; 0 before the first
     * @param rps offered load at one host over the last 5 s; null if it is not known
     */
    record MomentView(int second, String rule, int step, @Nullable Double rps) {
        static @Nullable MomentView of(@Nullable ReplayMoment moment) {
            return moment == null ? null : new MomentView(moment.second(), moment.rule(), moment.step(), moment.rps());
        }
    }
}
