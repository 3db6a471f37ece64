package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.Basis;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunUpdate;
import dev.redliner.api.RunUpdate.Kind;
import dev.redliner.api.UnverifiedRestore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class LiveViewTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);

    private String written() {
        return written.toString(StandardCharsets.UTF_8);
    }

    private static RunUpdate news(long sequence, Kind kind, Object data) {
        return new RunUpdate(sequence, kind, data);
    }

    @Test
    void a_terminal_shows_state_shares_load_and_each_rule_against_its_limit() {
        LiveView view = new LiveView(out, true, 120);
        view.show(news(1, Kind.STEP, SampleRuns.step(false)));
        view.show(news(2, Kind.TICK, SampleRuns.tick(1, 312)));
        assertThat(written().replaceAll("\u001b\\[[0-9;]*[mJA]", ""))
                .isEqualTo(
                        """
                        ramping  step 3 (ramp: latency hardly moved)
                          decided    holding the load
                          share      asked 17%   acknowledged 17%   observed 17.1%
                          load       154 rps of 153 rps asked   p50 9.1 ms   p99 312 ms   errors 0.04%   CPU 70%
                          redline    182 rps (95%: 176 to 189 rps)
                          p99        FAIL    latency.p99 312 ms (limit 200 ms)
                          cpu        UNKNOWN    no sample of host.cpu
                        """);
        assertThat(written()).contains("\u001b[31mFAIL\u001b[0m").contains("\u001b[33mUNKNOWN\u001b[0m");
    }

    @Test
    void what_the_search_began_from_is_said_when_the_ramp_begins_and_in_the_result() {
        LiveView view = new LiveView(out, false, 120);
        view.show(news(1, Kind.STATE, SampleRuns.began(RunState.RAMPING)));
        view.show(news(2, Kind.STATE, SampleRuns.began(RunState.REFINING)));
        assertThat(written().lines().filter(line -> line.contains("began from run 41: 773 rps, 2 days old")))
                .hasSize(1)
                .allMatch(line -> line.contains("ramping"));
        assertThat(ResultView.text(SampleRuns.began(RunState.COMPLETED), OptionalDouble.empty(), 100))
                .contains("  search     began from run 41: 773 rps, 2 days old; profile gentle\n");
    }

    @Test
    void a_terminal_redraws_the_block_and_keeps_finished_steps_above_it() {
        LiveView view = new LiveView(out, true, 120);
        view.show(news(1, Kind.TICK, SampleRuns.tick(1, 36)));
        view.show(news(2, Kind.TICK, SampleRuns.tick(2, 37)));
        assertThat(written()).contains("\u001b[7A\u001b[J");
        written.reset();
        view.show(news(3, Kind.STEP, SampleRuns.step(true)));
        assertThat(written()).startsWith("\u001b[7A\u001b[Jstep  3 ramp");
        written.reset();
        view.show(news(4, Kind.TICK, SampleRuns.tick(3, 37)));
        assertThat(written()).doesNotContain("\u001b[7A");
    }

    @Test
    void a_line_that_would_wrap_is_broken_between_words_and_erased_as_a_whole() {
        LiveView view = new LiveView(out, true, 40);
        view.show(news(1, Kind.TICK, SampleRuns.tick(1, 36)));
        List<String> lines =
                written().replaceAll("\u001b\\[[0-9;]*m", "").lines().toList();
        assertThat(lines).allMatch(line -> line.length() <= 40).noneMatch(line -> line.endsWith("…"));
        assertThat(String.join(" ", lines).replaceAll(" +", " "))
                .contains("load 154 rps of 153 rps asked p50 9.1 ms p99 36 ms errors 0.04% CPU 70%");
        view.show(news(2, Kind.TICK, SampleRuns.tick(2, 37)));
        assertThat(written()).contains("\u001b[" + lines.size() + "A\u001b[J");
    }

    @Test
    void a_step_says_once_why_it_began() {
        LiveView view = new LiveView(out, false, 100);
        view.show(news(1, Kind.STEP, SampleRuns.step(false)));
        view.show(news(2, Kind.STEP, SampleRuns.step(true)));
        view.show(news(3, Kind.STEP, SampleRuns.nextStep()));
        assertThat(written().lines())
                .containsExactly(
                        "step  3 ramp     asks for 153 rps, 17% of the traffic. latency hardly moved",
                        "step  3 ramp       154 rps   p99 36.4 ms  errors  0.04%     25s  passed",
                        "step  4 ramp     asks for 170 rps, 19% of the traffic");
    }

    @Test
    void a_reason_is_said_once_however_many_states_follow_from_it() {
        LiveView view = new LiveView(out, false, 100);
        view.show(news(1, Kind.STATE, SampleRuns.going(RunState.RESTORING, "For a reason.", null)));
        view.show(news(2, Kind.END, SampleRuns.ended(RunState.ABORTED)));
        assertThat(written().lines())
                .containsExactly("run 42 of checkout is restoring: For a reason.", "run 42 of checkout is aborted.");
    }

    @Test
    void a_line_has_only_the_news_of_a_decision_and_the_beginning_of_a_long_reason() {
        LiveView view = new LiveView(out, false, 100);
        view.show(news(1, Kind.STATE, SampleRuns.going(RunState.RESTORING, "For a reason.", null)));
        view.show(news(2, Kind.TICK, SampleRuns.tick("For a reason. The traffic goes back to its baseline.")));
        assertThat(written().lines().skip(1))
                .containsExactly("restoring step 3: 154 rps, p99 36 ms, share 17.1% of 17% asked;"
                        + " cpu=UNKNOWN: no data for host.cpu: collector@vm collector@vm collector@vm collector@vm collec…;"
                        + " The traffic goes back to its baseline.");
    }

    @Test
    void elsewhere_there_is_one_plain_line_for_every_five_seconds() {
        LiveView view = new LiveView(out, false, 120);
        for (int second = 0; second <= 10; second++) {
            view.show(news(second + 1, Kind.TICK, SampleRuns.tick(second, 36)));
        }
        assertThat(written().lines())
                .hasSize(3)
                .allMatch(line -> line.startsWith("ramping step 3: 154 rps, p99 36 ms"));
        assertThat(written()).doesNotContain("\u001b");
    }

    @Test
    void a_plain_line_does_not_repeat_a_decision_that_has_not_changed() {
        LiveView view = new LiveView(out, false, 80);
        view.show(news(1, Kind.TICK, SampleRuns.tick(0, 180)));
        view.show(news(2, Kind.TICK, SampleRuns.tick(5, 180)));
        assertThat(written().lines()).hasSize(2);
        assertThat(written().lines().filter(line -> line.contains("holding the load")))
                .hasSize(1);
    }

    @Test
    void a_plain_line_repeats_of_the_rules_only_what_has_changed() {
        LiveView view = new LiveView(out, false, 80);
        view.show(news(1, Kind.TICK, SampleRuns.tick(0, 312)));
        view.show(news(2, Kind.TICK, SampleRuns.tick(5, 312)));
        view.show(news(3, Kind.TICK, SampleRuns.tick(10, 318)));
        view.show(news(4, Kind.TICK, SampleRuns.tick(15, 36)));
        List<String> lines = written().lines().toList();
        assertThat(lines.get(0)).contains("; p99=FAIL", "cpu=UNKNOWN");
        assertThat(lines.get(1)).endsWith("asked");
        assertThat(lines.get(2)).contains("; p99=FAIL: latency.p99 318 ms").doesNotContain("cpu=");
        assertThat(lines.get(3))
                .as("p99 passes again")
                .contains("; cpu=UNKNOWN")
                .doesNotContain("p99=");
    }

    @Test
    void a_line_says_how_many_requests_it_is_of_and_guesses_no_percentile() {
        LiveView view = new LiveView(out, false, 120);
        view.show(news(1, Kind.TICK, SampleRuns.tick(0, 36.0, new Basis(1.1, 103, 0L, 200.0))));
        view.show(news(2, Kind.TICK, SampleRuns.tick(9, null, new Basis(12, 40, 3L, 200.0))));
        assertThat(written().lines())
                .first()
                .asString()
                .startsWith("ramping step 3: 154 rps, p99 36 ms (103 requests in 1.1 s), share 17.1%");
        assertThat(written().lines())
                .last()
                .asString()
                .startsWith("ramping step 3: 154 rps, 3 of 40 requests over 200 ms (in 12 s), share 17.1%");
    }

    @Test
    void without_a_verdict_nothing_passes() {
        LiveView view = new LiveView(out, false, 120);
        view.show(news(1, Kind.TICK, SampleRuns.tick(0, 36, List.of())));
        assertThat(written()).contains("asked; no verdict yet; holding");
    }

    @Test
    void a_plain_line_says_what_a_rule_was_judged_by() {
        LiveView view = new LiveView(out, false, 120);
        view.show(news(1, Kind.TICK, SampleRuns.tick(0, 312)));
        assertThat(written())
                .contains(
                        "asked; p99=FAIL: latency.p99 312 ms (limit 200 ms) cpu=UNKNOWN: no sample of host.cpu; holding");
    }

    @Test
    void the_result_says_what_was_measured_and_how_far_from_the_truth() {
        assertThat(ResultView.text(SampleRuns.ended(RunState.COMPLETED), OptionalDouble.of(180), 100))
                .isEqualTo(
                        """
                        run 42 of checkout: completed (3m10s)
                          reason     For a reason.
                          redline    182 rps (95%: 176 to 189 rps)
                          safe rate  174 rps (holds with 90% certainty)
                          limiting   rule p99
                          actual     180 rps (configured); the estimate is 1.3% high
                          hosts      29 needed for 5000 rps (targetRps), without a spare one; the pool has 10
                          harm       27 bad requests beyond normal, 0.1% of 27,136 served
                          traffic    restored: every Envoy holds no override, observed share 10%, baseline 10%, 4.2 s after
                                     the decision
                        """);
    }

    @Test
    void a_result_that_goes_to_a_pipe_has_whole_lines() {
        assertThat(ResultView.text(
                        SampleRuns.ended(RunState.COMPLETED), OptionalDouble.empty(), TextWidth.of(false, "80")))
                .contains("observed share 10%, baseline 10%, 4.2 s after the decision\n");
    }

    @Test
    void a_result_without_a_verified_restore_shows_the_cause() {
        var restored = new RestoredReport(true, null, 0.1, false, null, false);
        assertThat(ResultView.text(
                        SampleRuns.unverified(UnverifiedRestore.NO_TRAFFIC, restored), OptionalDouble.empty(), 100))
                .contains("  traffic    NOT verified (no traffic): every Envoy holds no override, not yet seen in the");
    }

    @Test
    void a_run_of_which_no_controller_watched_the_restore_does_not_count_as_never_moved() {
        assertThat(ResultView.text(
                        SampleRuns.unverified(UnverifiedRestore.NOT_WATCHED, null), OptionalDouble.empty(), 100))
                .contains("  traffic    NOT verified (the traffic was not watched)\n");
    }

    @Test
    void the_estimate_of_a_run_that_did_not_complete_is_no_result() {
        assertThat(ResultView.text(SampleRuns.interrupted(), OptionalDouble.empty(), 100))
                .contains("  estimate   182")
                .contains(", not a result\n")
                .doesNotContain("redline  ", "safe rate", "limiting", "hosts");
    }

    @Test
    void a_run_without_a_redline_shows_none() {
        assertThat(ResultView.text(SampleRuns.ended(RunState.INCONCLUSIVE), OptionalDouble.empty(), 100))
                .doesNotContain("redline", "safe rate", "hosts");
    }
}
