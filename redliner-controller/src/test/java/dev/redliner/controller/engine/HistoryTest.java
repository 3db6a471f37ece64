package dev.redliner.controller.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.BaselineReport;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.controller.api.ScriptedRun;
import dev.redliner.controller.journal.RunJournal.Measured;
import dev.redliner.controller.run.EarlierRedline;
import dev.redliner.controller.run.Shop;
import dev.redliner.controller.run.WarmStartRequest;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HistoryTest {
    private static final Instant ENDED = Instant.parse("2026-11-01T12:00:00Z");
    private static final Map<String, Double> IDENTITY = Map.of("a/process.start", 5.0);

    private static Measured run(String id, ServiceDefinition service, RedlineReport redline) {
        RunReport plain = ScriptedRun.accepted(id, "shop");
        return new Measured(
                service,
                new RunReport(
                        id,
                        "shop",
                        plain.tier(),
                        List.of("a"),
                        RunState.COMPLETED,
                        "done",
                        ENDED.minusSeconds(300),
                        ENDED,
                        redline,
                        null,
                        plain.harm(),
                        null,
                        new BaselineReport(200, 4.0, 16.0, 0, 2_000, IDENTITY, Map.of()),
                        List.of(),
                        null,
                        List.of(),
                        null));
    }

    private static RedlineReport redline(double rps) {
        return new RedlineReport(rps, 0.95 * rps, 1.03 * rps, 0.97 * rps, "p99", false);
    }

    private static RedlineReport atLeast(double rps) {
        return new RedlineReport(rps, rps, null, rps, null, true);
    }

    private static ServiceDefinition with(List<RuleSpec> rules, List<String> sut) {
        Pool pool = Shop.SERVICE.pool();
        return new ServiceDefinition(
                new Pool(
                        pool.name(),
                        pool.tier(),
                        pool.hosts(),
                        sut,
                        pool.baselineShare(),
                        pool.maxShare(),
                        null,
                        pool.envoy()),
                rules,
                Shop.SERVICE.limits(),
                Shop.SERVICE.sampling(),
                null,
                List.of(),
                ServiceDefinition.USUAL_PROFILE);
    }

    private static WarmStartRequest beginning(Measured... newestFirst) {
        return History.beginning(List.of(newestFirst), Shop.SERVICE, "default");
    }

    @Test
    void the_newest_measured_redline_is_begun_from() {
        assertThat(beginning(run("shop-3", Shop.SERVICE, redline(773)), run("shop-2", Shop.SERVICE, redline(600)))
                        .earlier())
                .isEqualTo(new EarlierRedline("shop-3", ENDED, 773, 0.95 * 773, 1.03 * 773, IDENTITY));
    }

    @Test
    void a_service_that_was_never_measured_is_begun_from_nothing_and_it_is_said() {
        var beginning = beginning();
        assertThat(beginning.earlier()).isNull();
        assertThat(beginning.cold()).contains("no earlier run");
    }

    @Test
    void a_wide_interval_is_not_begun_from_and_it_is_said() {
        // half a width of 21%
        var wide = new RedlineReport(750, 650, 990.0, 660.0, "p99", false);
        assertThat(beginning(run("shop-3", Shop.SERVICE, wide), run("shop-2", Shop.SERVICE, redline(600)))
                        .earlier())
                .isEqualTo(new EarlierRedline("shop-2", ENDED, 600, 0.95 * 600, 1.03 * 600, IDENTITY));
        assertThat(beginning(run("shop-3", Shop.SERVICE, wide)).cold()).contains("intervals wider than +-20%");
    }

    @Test
    void at_least_so_much_is_no_redline_but_an_older_one_below_it_is_refuted() {
        var older = run("shop-2", Shop.SERVICE, redline(773));
        assertThat(beginning(run("shop-3", Shop.SERVICE, atLeast(700)), older).earlier())
                .isNotNull();
        var refuted = beginning(run("shop-3", Shop.SERVICE, atLeast(900)), older);
        assertThat(refuted.earlier()).isNull();
        assertThat(refuted.cold()).contains("carried more");
    }

    @Test
    void another_limit_or_another_host_is_another_redline() {
        var rules = new ArrayList<>(Shop.SERVICE.rules());
        RuleSpec p99 = rules.get(0);
        rules.set(
                0,
                new RuleSpec(
                        p99.id(),
                        p99.pass().replace("100ms", "200ms"),
                        p99.window(),
                        p99.minSamples(),
                        p99.failFor(),
                        p99.onFail()));
        assertThat(beginning(run("shop-3", with(rules, List.of("a")), redline(773)))
                        .earlier())
                .isNull();
        assertThat(beginning(run("shop-3", with(Shop.SERVICE.rules(), List.of("b")), redline(773)))
                        .earlier())
                .isNull();
    }

    @Test
    void what_only_tells_how_soon_a_rule_is_believed_or_what_is_only_reported_changes_no_redline() {
        var rules = new ArrayList<>(Shop.SERVICE.rules());
        RuleSpec p99 = rules.get(0);
        rules.set(
                0, new RuleSpec("latency", p99.pass(), Duration.ofSeconds(60), 1_000, new FailFor(3, 3), p99.onFail()));
        rules.add(new RuleSpec(
                "median", "latency.p50 <= duration(\"9ms\")", p99.window(), 10, FailFor.ONCE, OnFail.REPORT));
        assertThat(beginning(run("shop-3", with(rules, List.of("a")), redline(773)))
                        .earlier())
                .isNotNull();
    }

    static Stream<RedlineReport> oddRedlines() {
        double nan = Double.NaN;
        double infinite = Double.POSITIVE_INFINITY;
        return Stream.of(
                new RedlineReport(nan, 700, 800.0, 740, "p99", false),
                new RedlineReport(750, nan, 800.0, 740, "p99", false),
                new RedlineReport(750, 700, nan, 740, "p99", false),
                new RedlineReport(750, 700, infinite, 740, "p99", false),
                new RedlineReport(infinite, 700, infinite, 740, "p99", false),
                new RedlineReport(-750, -800, -700.0, -760, "p99", false),
                new RedlineReport(750, -700, 800.0, 740, "p99", false),
                new RedlineReport(750, 800, 700.0, 740, "p99", false),
                new RedlineReport(750, 760, 800.0, 740, "p99", false),
                new RedlineReport(0, 0, 0.0, 0, null, false),
                new RedlineReport(nan, nan, null, nan, null, true),
                new RedlineReport(infinite, infinite, null, infinite, null, true),
                new RedlineReport(-1, -1, null, -1, null, true),
                new RedlineReport(0, 0, null, 0, null, false));
    }

    @ParameterizedTest
    @MethodSource("oddRedlines")
    void what_cannot_be_a_redline_is_passed_over(RedlineReport odd) {
        assertThat(beginning(run("shop-3", Shop.SERVICE, odd), run("shop-2", Shop.SERVICE, redline(600)))
                        .earlier())
                .isEqualTo(new EarlierRedline("shop-2", ENDED, 600, 0.95 * 600, 1.03 * 600, IDENTITY));
        assertThat(beginning(run("shop-3", Shop.SERVICE, odd)).earlier()).isNull();
    }

    @Test
    void an_odd_one_between_two_does_not_hide_that_the_older_was_refuted() {
        assertThat(beginning(
                                run("shop-4", Shop.SERVICE, atLeast(900)),
                                run("shop-3", Shop.SERVICE, atLeast(Double.NaN)),
                                run("shop-2", Shop.SERVICE, redline(773)))
                        .cold())
                .contains("carried more");
    }
}
