package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.RunState;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StandingViewTest {
    private static final Instant NOW = SampleRuns.START.plusSeconds(72);

    @Test
    void a_run_that_moves_traffic_shows_load_and_rules_and_how_to_end_it() {
        assertThat(StandingView.text(SampleRuns.going(RunState.RAMPING, null, null), NOW, 100))
                .isEqualTo(
                        """
                        run 42 of checkout: ramping, accepted 1m12s ago
                          step       3 (ramp: latency hardly moved)
                          decided    holding the load
                          share      asked 17%   acknowledged 17%   observed 17.1%
                          load       154 rps of 153 rps asked   p50 9.1 ms   p99 36 ms   errors 0.04%   CPU 70%
                          redline    182 rps (95%: 176 to 189 rps)
                          p99        PASS    latency.p99 36 ms (limit 200 ms)
                          cpu        UNKNOWN    no sample of host.cpu
                          harm       3 bad requests beyond normal, 0.02% of 15,000 served
                          traffic    moved; back on its baseline with: redliner run abort 42
                          search     began from nothing; profile default
                        """);
    }

    @Test
    void a_restore_that_is_not_over_is_no_failed_one() {
        var restored = new RestoredReport(true, null, 0.1, false, null, false);
        assertThat(StandingView.text(SampleRuns.going(RunState.RESTORING, "For a reason.", restored), NOW, 100))
                .contains("  reason     For a reason.\n")
                .contains(
                        "  traffic    goes back to its baseline: every Envoy holds no override, not yet seen in the traffic\n")
                .doesNotContain("NOT verified", "run abort");
    }

    @Test
    void a_run_that_waits_for_its_host_has_its_traffic_back() {
        var restored = new RestoredReport(true, 0.1004, 0.1, true, 2.2, false);
        assertThat(StandingView.text(SampleRuns.going(RunState.RESTORING, "For a reason.", restored), NOW, 100))
                .contains("  traffic    is back on its baseline: every Envoy holds no override, observed share 10%")
                .contains("2.2 s after the decision");
    }

    @Test
    void a_run_that_was_just_accepted_knows_no_load() {
        assertThat(StandingView.text(SampleRuns.accepted(), NOW, 100))
                .isEqualTo(
                        """
                        run 42 of checkout: pending, accepted 1m12s ago
                          load       not known yet
                          harm       0 bad requests beyond normal, 0% of 0 served
                          traffic    not moved yet
                        """);
    }

    @Test
    void a_run_that_is_over_has_a_result_instead() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StandingView.text(SampleRuns.ended(RunState.ABORTED), NOW, 100));
    }
}
