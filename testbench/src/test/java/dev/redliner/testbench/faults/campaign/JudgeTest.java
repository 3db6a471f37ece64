package dev.redliner.testbench.faults.campaign;

import static dev.redliner.testbench.faults.LiveCluster.ANALYZER;
import static dev.redliner.testbench.faults.LiveCluster.CONTROLLER;
import static dev.redliner.testbench.faults.LiveCluster.REDIRECTOR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.HarmReport;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.RunState;
import dev.redliner.api.StepReport;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectOrder.Action;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.testbench.faults.campaign.FaultKind.Manner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests every promise that the campaign checks, once kept and once broken. Times are seconds from the first order. */
class JudgeTest {
    private static final Instant FIRST = Instant.parse("2026-11-20T12:00:00Z");

    private final List<RedirectOrder> orders = new ArrayList<>();
    private final List<Instant> seen = new ArrayList<>();
    private final List<InjectedFault> struck = new ArrayList<>();
    private RunState state = RunState.INCONCLUSIVE;
    private boolean verified = true;
    private double decided = 20;

    private static Instant at(double seconds) {
        return FIRST.plusMillis(Math.round(seconds * 1_000));
    }

    private void shift(double seconds, long token, int buckets) {
        orders.add(new RedirectOrder(
                "shop",
                "shop-1",
                token,
                orders.size() + 1,
                Action.SHIFT,
                new Share(buckets),
                at(seconds),
                Duration.ofSeconds(3),
                1));
    }

    private void renewedUntil(double seconds) {
        for (double at = 0; at <= seconds; at++) {
            shift(at, 1, 4_000);
        }
    }

    private void seenUntil(double seconds) {
        for (double at = 0.2; at <= seconds; at += 0.2) {
            seen.add(at(at));
        }
    }

    private void strikes(String part, Manner manner, double from, double to) {
        var blow = new PlannedFault(new FaultKind(part, manner), 0, Duration.ZERO, Duration.ZERO);
        struck.add(new InjectedFault(blow, at(from), at(from), at(to), true));
    }

    private List<String> broken() {
        var step = new StepReport(
                1,
                "ramp",
                FIRST,
                at(decided),
                100,
                0.4,
                0.4,
                0.4,
                100.0,
                null,
                null,
                null,
                5,
                "why",
                "ended",
                true,
                List.of(),
                null,
                Map.of(),
                null);
        var end = new RunReport(
                "shop-1",
                "shop",
                "back-end",
                List.of("shop-1"),
                state,
                "for a reason",
                FIRST,
                at(decided + 3),
                new RedlineReport(100, 90, 110.0, 95, "p99", false),
                null,
                new HarmReport(0, 0, 1_000, 0),
                new RestoredReport(true, 0.33, 0.33, verified, 3.0, false),
                null,
                List.of(step),
                null,
                List.of(),
                null);
        return Judge.judge(new MeasurementEvidence(0, end, struck, orders, seen)).violations().stream()
                .map(LiveViolation::promise)
                .toList();
    }

    @Test
    void a_share_that_ends_with_order_and_ttl_breaks_nothing() {
        renewedUntil(5);
        seenUntil(5 + 5.8);
        assertThat(broken()).isEmpty();
    }

    @Test
    void a_share_that_outlives_the_last_order_breaks_a_promise() {
        renewedUntil(5);
        seenUntil(5 + 10.4);
        assertThat(broken()).containsExactly("P4");
    }

    @Test
    void orders_that_every_redirector_refuses_renew_nothing() {
        renewedUntil(5);
        orders.add(new RedirectOrder(
                "shop",
                "shop-1",
                1,
                RedirectOrder.LAST_SEQUENCE,
                Action.RESTORE,
                new Share(0),
                at(5.5),
                Duration.ofSeconds(3),
                RedirectOrder.ANY_REVISION));
        for (double at = 6; at < 20; at++) {
            shift(at, 1, 4_000);
        }
        seenUntil(18);
        assertThat(broken()).containsExactly("P4");
    }

    @Test
    void a_share_that_nobody_ordered_breaks_a_promise() {
        seenUntil(1);
        assertThat(broken()).containsExactly("P4");
    }

    @Test
    void what_an_envoy_that_stood_still_holds_for_one_ttl_more_breaks_nothing() {
        renewedUntil(5);
        strikes(FaultKind.ENVOY, Manner.FROZEN, 5, 15);
        seenUntil(17.8);
        assertThat(broken()).isEmpty();
    }

    @Test
    void a_run_that_is_resumed_with_another_token_breaks_a_promise() {
        renewedUntil(5);
        shift(6, 2, 4_000);
        assertThat(broken()).containsExactly("P3");
    }

    @Test
    void a_higher_share_without_verdicts_breaks_a_promise_and_a_renewed_one_does_not() {
        strikes(ANALYZER, Manner.FROZEN, 1, 15);
        renewedUntil(7);
        assertThat(broken()).isEmpty();
        shift(8, 1, 5_000);
        assertThat(broken()).containsExactly("P5");
    }

    @Test
    void an_order_to_shift_after_an_abort_that_was_taken_breaks_a_promise() {
        renewedUntil(5);
        strikes(FaultKind.USER, Manner.ABORTS, 5.5, 5.5);
        assertThat(broken()).isEmpty();
        shift(6, 1, 4_000);
        assertThat(broken()).containsExactly("P6");
    }

    @Test
    void a_run_that_did_not_see_its_traffic_back_breaks_a_promise() {
        verified = false;
        assertThat(broken()).containsExactly("P3");
    }

    @Test
    void a_run_is_interrupted_only_if_its_controller_died() {
        state = RunState.INTERRUPTED;
        assertThat(broken()).containsExactly("P3");
        strikes(CONTROLLER, Manner.KILLED, 5, 9);
        assertThat(broken()).isEmpty();
    }

    @Test
    void a_run_that_is_completed_with_a_hole_in_it_breaks_a_promise() {
        state = RunState.COMPLETED;
        strikes(REDIRECTOR, Manner.FROZEN, 5, 30);
        assertThat(broken()).containsExactly("P5");
        decided = 8;
        assertThat(broken()).isEmpty();
        strikes(CONTROLLER, Manner.KILLED, 7, 9);
        assertThat(broken()).containsExactly("P5");
    }
}
