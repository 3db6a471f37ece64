package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A rule that fails under the normal load, by chance or not. */
class RuleCountsTest {
    private static final double RPS = 200;

    private static UnaryOperator<Verdict> slow(long slow, boolean failing) {
        return v -> Shop.verdict(v.run(), v.at(), RPS, 2_000, slow, failing ? Outcome.FAIL : Outcome.PASS, failing);
    }

    private static RuleCounts counted(double allowed, double bad, double total, Criterion.Kind kind) {
        return RuleCounts.NONE.plus(verdict(allowed, bad, total, kind));
    }

    private static Verdict verdict(double allowed, double bad, double total, Criterion.Kind kind) {
        var criterion = new Criterion(
                kind,
                "error_rate",
                "error_rate <= percent(0.1)",
                bad / total,
                allowed,
                allowed,
                bad,
                total,
                null,
                null);
        var rule = new RuleVerdict("errors", Outcome.FAIL, true, OnFail.BACK_OFF, List.of(criterion), null);
        return Shop.ofRule(rule);
    }

    private static boolean broken(double bad, double total, Criterion.Kind kind) {
        return counted(0.001, bad, total, kind)
                .broken(verdict(0.001, 0, 1, kind))
                .isPresent();
    }

    @Test
    void one_failed_request_of_900_is_no_evidence_that_one_in_a_thousand_fails() {
        assertThat(broken(1, 900, Criterion.Kind.FRACTION)).isFalse();
        assertThat(broken(4, 900, Criterion.Kind.FRACTION)).as("a page load").isFalse();
        assertThat(broken(18, 900, Criterion.Kind.FRACTION)).isTrue();
        assertThat(broken(180, 90_000, Criterion.Kind.FRACTION))
                .as("twice as many as allowed")
                .isTrue();
    }

    @Test
    void a_rule_that_counts_no_requests_is_taken_at_its_word() {
        assertThat(broken(1, 900, Criterion.Kind.OTHER)).isTrue();
        assertThat(broken(0, 900, Criterion.Kind.GAUGE)).isTrue();
    }

    @Test
    void a_run_waits_for_a_rule_that_fails_by_chance_and_begins() {
        var world = new ShopWorld();
        world.says = slow(0, true);
        world.begin();
        world.says = slow(3, true);
        world.second();
        world.says = slow(0, true);
        for (int i = 0; i < 30; i++) {
            world.second();
        }
        assertThat(world.run.state()).isEqualTo(RunState.BASELINING);
        assertThat(world.run.decided()).contains("So few bad requests may be chance");
        assertThat(world.run.steps()).isEmpty();
        world.says = slow(0, false);
        world.second();
        assertThat(world.run.state()).isEqualTo(RunState.RAMPING);
    }

    @Test
    void a_rule_that_is_broken_refuses_the_run_as_soon_as_before() {
        var world = new ShopWorld();
        world.says = slow(10, true);
        world.begin();
        for (int i = 0; i < 15 && !world.run.state().over(); i++) {
            world.second();
        }
        assertThat(world.run.state()).as(world.run.decided()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.reason().orElse("")).startsWith("Rule p99 does not hold under the normal load");
    }

    @Test
    void a_sut_or_a_pool_without_requests_refuses_the_run_with_that_reason() {
        var idle = new ShopWorld();
        idle.says = v -> Shop.verdict(v.run(), v.at(), 0, 0, 0, Outcome.PASS, false);
        assertThat(refusal(idle)).endsWith(" s. No traffic was seen in the pool, so no share can bring a load.");
        var bypassed = new ShopWorld();
        bypassed.says = v -> Shop.verdict(v.run(), v.at(), 0, 2_000, 0, Outcome.PASS, false);
        assertThat(refusal(bypassed)).contains(" s. The SUT gets 0% of the traffic and not its baselineShare of 10%.");
    }

    private static String refusal(ShopWorld world) {
        world.begin().toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        return world.run.reason().orElse("");
    }

    @Test
    void a_rule_that_never_holds_refuses_the_run_although_chance_might_explain_it() {
        var world = new ShopWorld();
        world.says = slow(2, true);
        world.begin();
        int seconds = 0;
        while (!world.run.state().over()) {
            world.second();
            seconds++;
        }
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.reason().orElse(""))
                .startsWith("The baseline did not settle within ")
                .contains(" s. Rule p99 does not hold under the normal load: ")
                .doesNotContain("waits", "begins");
        assertThat(Duration.ofSeconds(seconds)).isLessThan(Duration.ofSeconds(65));
        assertThat(world.run.steps()).isEmpty();
    }
}
