package dev.redliner.analyzer.judge;

import static dev.redliner.analyzer.judge.Traffic.at;
import static dev.redliner.analyzer.judge.Traffic.host;
import static dev.redliner.analyzer.judge.Traffic.peers;
import static dev.redliner.analyzer.judge.Traffic.rule;
import static dev.redliner.analyzer.judge.Traffic.sut;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A database that the service depends on: rules and signals read its metrics, and it is no host of the pool. */
class DependencyTest {
    private static final Duration FAST = Duration.ofMillis(50);
    private static final String DB = "@deps.orders_db";
    private static final RuleSpec RULE =
            rule("db", "deps.orders_db.host.cpu <= baseline.deps.orders_db.host.cpu + percent(20)");

    @Test
    void a_rule_compares_a_dependency_with_its_own_baseline() {
        var desk = new Desk().watch(watch(List.of("a"), Map.of("deps.orders_db.host.cpu", 0.5), RULE), at(0));

        run(desk, 0.6);
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.PASS);
        assertThat(desk.last().metrics().get("deps.orders_db.host.cpu")).isCloseTo(0.6, within(1e-9));
        assertThat(desk.last().missing())
                .as("the database is no host of the pool")
                .doesNotContain(DB);

        var busy = new Desk().watch(watch(List.of("a"), Map.of("deps.orders_db.host.cpu", 0.3), RULE), at(0));
        run(busy, 0.6);
        assertThat(busy.lastRule().outcome()).isEqualTo(Outcome.FAIL);
    }

    @Test
    void of_a_set_it_is_judged_once_and_with_one_baseline() {
        var desk = new Desk().watch(watch(List.of("a", "b"), Map.of("deps.orders_db.host.cpu", 0.3), RULE), at(0));

        run(desk, 0.6);

        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.FAIL);
        assertThat(desk.lastRule().criteria()).hasSize(1);
        assertThat(desk.last().metrics()).doesNotContainKey("a/deps.orders_db.host.cpu");
    }

    @Test
    void without_a_reading_the_rule_is_unknown_and_says_whose_metric_is_missing() {
        var desk = new Desk().watch(watch(List.of("a"), Map.of("deps.orders_db.host.cpu", 0.3), RULE), at(0));
        desk.take(sut(1, FAST), peers(1), sut(2, FAST), peers(2));

        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(desk.lastRule().reason()).contains("no collector reports dependency orders_db");

        desk.take(host(DB, 3, Map.of("app.up", 1.0)), sut(3, FAST), peers(3));
        assertThat(desk.lastRule().reason()).contains("dependency orders_db does not report host.cpu");
    }

    @Test
    void its_signals_are_those_that_are_asked_for() {
        var desk = new Desk()
                .watch(watch(List.of("a"), Map.of(), RULE), at(0))
                .take(
                        sut(1, FAST),
                        peers(1),
                        host("a", 2, Map.of("host.cpu", 0.8)),
                        host(DB, 2, Map.of("host.cpu", 0.25, "app.connections", 4.0, "app.other", 1.0)),
                        sut(2, FAST),
                        peers(2));

        assertThat(Objects.requireNonNull(desk.last().signals()).values())
                .containsOnly(
                        Map.entry("host.cpu", 0.8),
                        Map.entry("deps.orders_db.host.cpu", 0.25),
                        Map.entry("deps.orders_db.app.connections", 4.0));
    }

    private static void run(Desk desk, double cpu) {
        for (int second = 1; second <= 12; second++) {
            desk.take(host(DB, second, Map.of("host.cpu", cpu)), sut(second, FAST), peers(second));
        }
    }

    private static Watch watch(List<String> sut, Map<String, Double> baseline, RuleSpec rule) {
        Watch plain = Traffic.watch(0, baseline, rule);
        return new Watch(
                plain.run(),
                plain.pool(),
                sut,
                List.of("c"),
                plain.rules(),
                plain.samplingInterval(),
                plain.baseline(),
                plain.issuedAt(),
                plain.validFor(),
                List.of("host.cpu", "deps.orders_db.host.cpu", "deps.orders_db.app.connections"));
    }
}
