package dev.redliner.controller.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.api.RunState;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.ClearFor;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.controller.replay.ReplayedRule.Basis;
import dev.redliner.controller.run.Shop;
import dev.redliner.rules.RuleCompiler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A run of 60 s: a baseline of 20 s at 100 rps, then 200 rps, of which 40 are slow from second 30 on. */
class RuleReplayTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final int SECONDS = 60;
    private static final int SHIFTED = 20;
    private static final int SLOW = 30;

    @Test
    void the_rules_of_the_run_itself_have_their_recorded_outcomes() {
        ReplayResult result = replay(Shop.SERVICE.rules());

        ReplayedRule p99 = result.rules().get(0);
        assertThat(p99.basis()).isEqualTo(Basis.RECORDED);
        assertThat(p99.passed()).isEqualTo(SLOW - 1);
        assertThat(p99.failed()).isEqualTo(SECONDS - SLOW + 1);
        assertThat(moment(p99.firstFailing()).second()).isEqualTo(SLOW);
        assertThat(result.differs()).isNull();
        assertThat(result.replayed()).isEqualTo(result.recorded());
        assertThat(moment(result.replayed().backsOff()).rps()).isEqualTo(200, within(1e-9));
        assertThat(ReplayWords.of(result))
                .contains(
                        "Rule p99 would first have taken the load back after 30 s at 200 rps, as it did.",
                        "No rule would have ended the run.");
    }

    @Test
    void a_percentile_over_another_window_is_computed_from_the_counts_of_the_ticks() {
        // more than a tenth of the last 5 s is slow with the third slow second: 120 of 1,000
        ReplayResult result = replay(List.of(rule("p90", "latency.p90 <= duration(\"100ms\")", OnFail.BACK_OFF)));

        ReplayedRule p90 = result.rules().get(0);
        assertThat(p90.basis()).isEqualTo(Basis.COMPUTED);
        assertThat(moment(p90.firstFailing()).second()).isEqualTo(SLOW + 2);
        assertThat(p90.spans())
                .extracting(ReplayedRule.Span::outcome)
                .containsExactly(Outcome.UNKNOWN, Outcome.PASS, Outcome.FAIL);
        assertThat(p90.spans().get(2).comparisons().get(0).value()).isBetween(0.15, 0.16);
        assertThat(result.differs()).isEqualTo(SLOW);
    }

    @Test
    void fail_for_and_clear_for_of_the_edited_rule_apply() {
        RuleSpec p90 = new RuleSpec(
                "p90",
                "latency.p90 <= duration(\"100ms\")",
                Duration.ofSeconds(5),
                0,
                new FailFor(3, 3),
                new ClearFor(3, 3),
                OnFail.BACK_OFF);
        assertThat(moment(replay(List.of(p90)).rules().get(0).firstFailing()).second())
                .isEqualTo(SLOW + 4);
    }

    @Test
    void a_stop_rule_ends_the_run_only_while_traffic_is_moved() {
        ReplayResult result = replay(List.of(
                rule("low", "rps.requested >= 150.0", OnFail.STOP),
                rule("high", "pool.rps.requested <= 1150.0", OnFail.STOP)));

        // the load is too low from the baseline on, and for as long as the window holds enough of the baseline
        assertThat(moment(result.rules().get(0).firstFailing()).second()).isLessThan(SHIFTED);
        assertThat(moment(result.replayed().stops()).rule()).isEqualTo("low");
        assertThat(moment(result.replayed().stops()).second()).isEqualTo(SHIFTED);
        assertThat(moment(result.replayed().stops()).state()).isEqualTo(RunState.RAMPING);
        assertThat(result.rules().get(1).firstFailing()).isNull();
        assertThat(ReplayWords.of(result).get(0))
                .isEqualTo("Rule low would have ended the run after 20 s at 120 rps; none of the run's own rules did.");
    }

    @Test
    void what_was_not_recorded_cannot_be_told() {
        ReplayResult result = replay(List.of(
                rule("load", "host.load1 < 5.0", OnFail.BACK_OFF),
                rule("heap", "jvm.memory_used_bytes < 5.0e9", OnFail.BACK_OFF),
                new RuleSpec("load10", "host.load1 < 5.0", Duration.ofSeconds(10), 0, FailFor.ONCE, OnFail.REPORT)));

        assertThat(result.rules())
                .extracting(ReplayedRule::basis)
                .containsExactly(Basis.CANNOT_TELL, Basis.CANNOT_TELL, Basis.COMPUTED);
        assertThat(result.rules().get(0).reason())
                .isEqualTo("The run recorded no host.load1 over 5.0 s, but over 10.0 s (set window to that).");
        assertThat(result.rules().get(1).reason()).isEqualTo("The run recorded no jvm.memory_used_bytes.");
        assertThat(ReplayWords.of(result)).last().asString().contains("rule heap would have done");
    }

    @Test
    void too_few_requests_are_unknown_as_in_the_run() {
        RuleSpec many = new RuleSpec(
                "many",
                "latency.p90 <= duration(\"100ms\")",
                Duration.ofSeconds(5),
                900,
                FailFor.ONCE,
                OnFail.BACK_OFF);
        ReplayedRule rule = replay(List.of(many)).rules().get(0);
        // 900 requests in 5 s from the fourth second at 200 rps on
        assertThat(rule.spans().get(0).outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(rule.spans().get(0).to()).isEqualTo(SHIFTED + 2);
    }

    @Test
    void the_baseline_is_that_of_the_run() {
        ReplayedRule grown = replay(
                        List.of(rule("grown", "ratio(latency.mean, baseline.latency.mean) <= 2.0", OnFail.REPORT)))
                .rules()
                .get(0);
        // 20 ms before, 46 ms with a fifth of the requests at 150 ms
        assertThat(grown.basis()).isEqualTo(Basis.COMPUTED);
        assertThat(grown.failed()).isPositive();
        assertThat(moment(grown.firstFailing()).second()).isBetween(SLOW + 2, SLOW + 5);
    }

    @Test
    void requests_without_an_answer_count_as_slow() {
        var replay = new RuleReplay(
                Shop.SERVICE,
                START,
                List.of(RuleCompiler.compile(rule("p90", "latency.p90 <= duration(\"100ms\")", OnFail.BACK_OFF))));
        for (int second = 1; second <= 10; second++) {
            Verdict fast = recorded(second, 0);
            replay.add(second < 8 ? fast : waiting(fast, 30), RunState.RAMPING, 1);
        }
        assertThat(moment(replay.result().rules().get(0).firstFailing()).second())
                .isEqualTo(9);
    }

    @Test
    void a_second_verdict_on_the_same_time_counts_once() {
        var replay = new RuleReplay(Shop.SERVICE, START, List.of());
        replay.add(recorded(1, 0), RunState.BASELINING, 0);
        replay.add(recorded(1, 0), RunState.BASELINING, 0);
        assertThat(replay.result().verdicts()).isEqualTo(1);
        assertThat(new RuleReplay(Shop.SERVICE, START, List.of()).result().verdicts())
                .isZero();
    }

    private static ReplayResult replay(List<RuleSpec> rules) {
        var replay = new RuleReplay(
                Shop.SERVICE, START, rules.stream().map(RuleCompiler::compile).toList());
        for (int second = 1; second <= SECONDS; second++) {
            boolean moved = second >= SHIFTED;
            replay.add(
                    recorded(second, second < SLOW ? 0 : 40),
                    moved ? RunState.RAMPING : RunState.BASELINING,
                    moved ? 1 : 0);
        }
        return replay.result();
    }

    /** The verdict of the run on a second. Its rule p99 fails from the first slow second on. */
    private static Verdict recorded(int second, long slow) {
        boolean fails = slow > 0;
        Verdict verdict = Shop.verdict(
                "shop-1",
                START.plusSeconds(second),
                second < SHIFTED ? 100 : 200,
                1_000,
                slow,
                fails ? Outcome.FAIL : Outcome.PASS,
                fails);
        return with(
                verdict,
                Objects.requireNonNull(verdict.tick()),
                Map.of("latency.p99", 0.02, "latency.mean", 0.02, "host.load1", 2.0));
    }

    private static Verdict waiting(Verdict verdict, double requests) {
        Tick tick = Objects.requireNonNull(verdict.tick());
        return with(
                verdict,
                new Tick(
                        tick.from(),
                        tick.to(),
                        tick.requested(),
                        tick.completed(),
                        tick.errors(),
                        tick.latency(),
                        tick.poolRequested(),
                        tick.peerErrors(),
                        tick.peerCompleted(),
                        tick.peerLatency(),
                        tick.cpu(),
                        tick.stalled(),
                        tick.invalidating(),
                        tick.connectFailures(),
                        tick.whole(),
                        tick.hosts(),
                        new Overdue(requests, 0, 0),
                        tick.peerOverdue(),
                        tick.envoys(),
                        null),
                verdict.metrics());
    }

    private static Verdict with(Verdict verdict, Tick tick, Map<String, Double> metrics) {
        return new Verdict(
                verdict.run(),
                verdict.pool(),
                verdict.at(),
                verdict.judgedAt(),
                verdict.rules(),
                tick,
                metrics,
                verdict.missing(),
                verdict.notes(),
                verdict.identity(),
                verdict.foreign());
    }

    private static RuleSpec rule(String id, String pass, OnFail onFail) {
        return new RuleSpec(id, pass, Duration.ofSeconds(5), 0, FailFor.ONCE, onFail);
    }

    private static ReplayMoment moment(ReplayMoment moment) {
        return Objects.requireNonNull(moment, "no such moment");
    }
}
