package dev.redliner.controller.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.controller.replay.ReplayedRule.Basis;
import dev.redliner.controller.replay.ReplayedRule.Span;
import dev.redliner.controller.run.Shop;
import dev.redliner.controller.run.TickVariants;
import dev.redliner.rules.RuleCompiler;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules on the signals of a run of 60 s, of which the first 19 are the baseline. Ticks are a second long. */
class SignalReplayTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final int SECONDS = 60;
    private static final int SHIFTED = 20;

    @Test
    void a_rule_reads_the_mean_of_a_signal_over_its_window() {
        // 0 until 30 s, then 10: the mean over 5 s is 2, 4, 6, 8 at 30, 31, 32, 33 s
        ReplayedRule rule = replay("jvm.x <= 5.0", second -> Map.of("jvm.x", List.of(second < 30 ? 0.0 : 10.0)));

        assertThat(rule.basis()).isEqualTo(Basis.COMPUTED);
        assertThat(rule.signals()).containsExactly("jvm.x");
        assertThat(rule.spans())
                .extracting(Span::from, Span::outcome)
                .containsExactly(tuple(1, Outcome.UNKNOWN), tuple(2, Outcome.PASS), tuple(32, Outcome.FAIL));
    }

    @Test
    void a_hole_of_more_than_a_fifth_of_the_window_is_unknown_and_never_a_pass() {
        // without the seconds 30 and 31. As in a run, a value that the newest tick lacks counts as missing
        ReplayedRule rule = replay(
                "proc.threads <= 5.0",
                second -> second == 30 || second == 31 ? Map.of() : Map.of("proc.threads", List.of(1.0)));

        assertThat(rule.spans())
                .filteredOn(span -> span.outcome() == Outcome.UNKNOWN)
                .extracting(Span::from, Span::to)
                .containsExactly(tuple(1, 1), tuple(31, 34));
    }

    @Test
    void a_signal_that_was_never_read_cannot_be_told() {
        ReplayedRule rule = replay("app.queue <= 5.0", second -> Map.of("jvm.x", List.of(0.0, 0.0)));

        assertThat(rule.basis()).isEqualTo(Basis.CANNOT_TELL);
        assertThat(rule.reason()).isEqualTo("The run recorded no app.queue.");
        assertThat(rule.passed()).isZero();
    }

    @Test
    void statistics_of_peers_cannot_be_told_because_the_value_of_each_peer_is_not_stored() {
        for (String metric : List.of("peers.max.jvm.x", "peers.stddev.jvm.x", "baseline.peers.max.jvm.x")) {
            ReplayedRule rule = replay(metric + " <= 5.0", second -> Map.of("jvm.x", List.of(0.0, 0.0)));
            assertThat(rule.basis()).as(metric).isEqualTo(Basis.CANNOT_TELL);
            assertThat(rule.reason())
                    .isEqualTo("The run recorded no " + metric
                            + " (a run stores the mean of the peers, and not the value of each peer).");
            assertThat(rule.passed()).isZero();
        }
    }

    @Test
    void a_signal_of_the_pool_is_the_mean_over_its_hosts() {
        // SUT and peer: (1 + 3) / 2, and (7 + 3) / 2 from 40 s on: the mean over 5 s is 3.2, 3.8 at 41, 42 s
        ReplayResult result = result(
                List.of(),
                "pool.jvm.x <= baseline.pool.jvm.x + 1.5",
                second -> Map.of("jvm.x", List.of(second < 40 ? 1.0 : 7.0, 3.0)));

        ReplayedRule rule = result.rules().get(0);
        assertThat(rule.basis()).isEqualTo(Basis.COMPUTED);
        assertThat(rule.signals()).containsExactly("pool.jvm.x");
        assertThat(rule.spans())
                .filteredOn(span -> span.outcome() == Outcome.FAIL)
                .extracting(Span::from)
                .containsExactly(42);
        assertThat(ReplayWords.of(result)).anyMatch(words -> words.contains("all hosts that report at all count"));
    }

    @Test
    void hosts_of_the_pool_count_equally_and_silent_ones_do_not() {
        Pool four = pool(List.of("a"), "a", "b", "c", "d");
        var signals = Map.of("jvm.x", List.of(9.0, 1.0));

        assertThat(pool(four, signals, List.of())).hasValueCloseTo((9.0 + 3 * 1.0) / 4, within(1e-9));
        assertThat(pool(four, signals, List.of("c", "d"))).hasValueCloseTo((9.0 + 1.0) / 2, within(1e-9));
        assertThat(pool(four, signals, List.of("b", "c", "d")))
                .as("as in a run, half of the hosts must report")
                .isEmpty();
        assertThat(pool(four, Map.of("jvm.x", List.of(9.0)), List.of()))
                .as("without the peers it would be that of the SUT")
                .isEmpty();
    }

    @Test
    void a_set_reads_signals_of_the_pool_and_not_those_of_one_of_its_hosts() {
        IntFunction<Map<String, List<Double>>> signals = second -> Map.of("jvm.x", List.of(6.0, 3.0));
        ServiceDefinition shop = Shop.SERVICE;
        var set = new ServiceDefinition(
                pool(List.of("a", "b"), "a", "b", "c"),
                shop.rules(),
                shop.limits(),
                shop.sampling(),
                shop.targetRps(),
                List.of(),
                ServiceDefinition.USUAL_PROFILE);

        assertThat(result(set, List.of(), "pool.jvm.x >= 4.9 && pool.jvm.x <= 5.1", signals, "envoy-1")
                        .rules()
                        .get(0))
                .returns(Basis.COMPUTED, ReplayedRule::basis)
                .returns(0, ReplayedRule::failed);
        assertThat(result(set, List.of(), "jvm.x <= 9.0", signals, "envoy-1")
                        .rules()
                        .get(0)
                        .basis())
                .isEqualTo(Basis.CANNOT_TELL);
    }

    @Test
    void with_max_a_rule_reads_the_highest_tick() {
        ReplayedRule rule = replay("max.jvm.x <= 5.0", second -> Map.of("jvm.x", List.of(second == 30 ? 6.0 : 0.0)));

        assertThat(rule.signals()).containsExactly("max.jvm.x");
        assertThat(rule.spans())
                .filteredOn(span -> span.outcome() == Outcome.FAIL)
                .extracting(Span::from, Span::to)
                .containsExactly(tuple(30, 34));
    }

    @Test
    void ticks_of_less_than_a_second_are_combined_for_the_highest_reading() {
        var window = new SignalWindow(Duration.ofSeconds(4), Shop.SERVICE.pool());
        for (int i = 1; i <= 20; i++) {
            // one high value of five in a second
            Instant at = START.plusMillis(200L * i);
            Verdict verdict = TickVariants.tick(tick -> TickVariants.since(at.minusMillis(200), tick))
                    .apply(Shop.verdict("shop-1", at, 100, 1_000));
            window.add(with(verdict, Map.of("jvm.x", List.of(i == 8 ? 10.0 : 0.0)), List.of()));
        }
        assertThat(window.value("max.jvm.x")).hasValueCloseTo(2.0, within(1e-9));
        assertThat(window.value("jvm.x")).hasValueCloseTo(0.5, within(1e-9));
    }

    @Test
    void ten_ticks_of_a_tenth_of_a_second_are_a_second() {
        var window = new SignalWindow(Duration.ofSeconds(2), Shop.SERVICE.pool());
        for (int i = 1; i <= 20; i++) {
            Instant at = START.plusMillis(100L * i);
            Verdict verdict = TickVariants.tick(tick -> TickVariants.since(at.minusMillis(100), tick))
                    .apply(Shop.verdict("shop-1", at, 100, 1_000));
            window.add(with(verdict, Map.of("jvm.x", List.of(i <= 10 ? 10.0 : 0.0)), List.of()));
        }
        assertThat(window.value("max.jvm.x")).hasValueCloseTo(10.0, within(1e-9));
    }

    @Test
    void the_longest_stop_is_a_highest_reading_already() {
        IntFunction<Map<String, List<Double>>> signals =
                second -> Map.of("proc.jvm.longest_stop", List.of(second == 30 ? 0.4 : 0.0));

        assertThat(replay("max.proc.jvm.longest_stop <= 0.2", signals).failed()).isEqualTo(5);
        assertThat(replay("proc.jvm.longest_stop <= 0.2", signals).reason())
                .isEqualTo("The run recorded no proc.jvm.longest_stop (its highest readings are recorded: use"
                        + " max.proc.jvm.longest_stop).");
        assertThat(replay("pool.proc.jvm.longest_stop <= 0.2", signals).reason())
                .as("max. is of the SUT only")
                .isEqualTo(
                        "The run recorded no pool.proc.jvm.longest_stop (its highest readings are recorded, and a rule"
                                + " reads the mean).");
    }

    @Test
    void signals_of_envoys_are_known_with_one_envoy_only() {
        IntFunction<Map<String, List<Double>>> signals =
                second -> Map.of("envoy.timeouts", List.of(1.0, 2.0), "envoy.workers.busiest", List.of(0.3, 0.3));
        int peers = Shop.SERVICE.pool().peers().size();

        for (var expected : Map.of(
                        "envoy.timeouts", 1.0,
                        "peers.envoy.timeouts", 2.0 * peers,
                        "pool.envoy.timeouts", (1.0 + 2.0 * peers) / 2,
                        "envoy.workers.busiest", 0.3,
                        "peers.envoy.workers.busiest", 0.3,
                        "pool.envoy.workers.busiest", 0.3)
                .entrySet()) {
            String metric = expected.getKey();
            double value = expected.getValue();
            String pass = metric + " >= " + (value - 0.01) + " && " + metric + " <= " + (value + 0.01);
            ReplayedRule rule = replay(pass, signals);
            assertThat(rule.basis()).as(pass).isEqualTo(Basis.COMPUTED);
            assertThat(rule.failed()).as(pass).isZero();
            ReplayedRule ofTwo = result(List.of(), pass, signals, "envoy-1", "envoy-2")
                    .rules()
                    .get(0);
            assertThat(ofTwo.basis()).as(pass).isEqualTo(Basis.CANNOT_TELL);
        }
    }

    @Test
    void peers_and_the_baseline_of_a_signal_are_known_too() {
        ReplayResult result = result(
                List.of(),
                "jvm.x - baseline.jvm.x <= 2.0 && jvm.x <= 5.0 * peers.jvm.x",
                second -> Map.of("jvm.x", List.of(second < 40 ? 3.0 : 6.0, 1.0)));

        // the mean over 5 s is above 5 with the fourth second: 5.4
        assertThat(result.rules().get(0).spans())
                .filteredOn(span -> span.outcome() == Outcome.FAIL)
                .extracting(Span::from)
                .containsExactly(43);
        assertThat(ReplayWords.of(result))
                .anyMatch(words -> words.endsWith("from that of a run: jvm.x, peers.jvm.x."))
                .anyMatch(words -> words.contains("number of peers that report a signal"));
    }

    @Test
    void without_most_of_the_peers_a_value_of_the_peers_cannot_be_told() {
        ReplayResult result =
                result(Shop.SERVICE.pool().peers(), "peers.jvm.x <= 2.0", second -> Map.of("jvm.x", List.of(1.0, 1.0)));

        assertThat(result.rules().get(0).basis()).isEqualTo(Basis.CANNOT_TELL);
    }

    @Test
    void a_tick_without_a_reading_is_missing_in_the_window() {
        var window = new SignalWindow(Duration.ofSeconds(3), Shop.SERVICE.pool());
        window.add(with(
                Shop.verdict("shop-1", START.plusSeconds(1), 100, 1_000), Map.of("jvm.x", List.of(4.0)), List.of()));
        window.add(with(
                Shop.verdict("shop-1", START.plusSeconds(2), 100, 1_000), Map.of("jvm.x", List.of(4.0)), List.of()));
        assertThat(window.value("jvm.x")).hasValue(4.0);
        // a second without a tick: a third of the window is missing
        window.add(Shop.unknown("shop-1", START.plusSeconds(4)));
        assertThat(window.value("jvm.x")).isEmpty();
    }

    private static ReplayedRule replay(String pass, IntFunction<Map<String, List<Double>>> signals) {
        return result(List.of(), pass, signals).rules().get(0);
    }

    private static ReplayResult result(
            List<String> missing, String pass, IntFunction<Map<String, List<Double>>> signals) {
        return result(missing, pass, signals, "envoy-1");
    }

    private static ReplayResult result(
            List<String> missing, String pass, IntFunction<Map<String, List<Double>>> signals, String... envoys) {
        return result(Shop.SERVICE, missing, pass, signals, envoys);
    }

    private static ReplayResult result(
            ServiceDefinition service,
            List<String> missing,
            String pass,
            IntFunction<Map<String, List<Double>>> signals,
            String... envoys) {
        var rule = new RuleSpec("new", pass, Duration.ofSeconds(5), 0, FailFor.ONCE, OnFail.BACK_OFF);
        var replay = new RuleReplay(
                service, START, Stream.of(rule).map(RuleCompiler::compile).toList());
        for (int second = 1; second <= SECONDS; second++) {
            Verdict verdict = TickVariants.tick(tick -> TickVariants.readOf(tick, envoys))
                    .apply(Shop.verdict("shop-1", START.plusSeconds(second), 100, 1_000));
            boolean moved = second >= SHIFTED;
            replay.add(
                    with(verdict, signals.apply(second), missing),
                    moved ? RunState.RAMPING : RunState.BASELINING,
                    moved ? 1 : 0);
        }
        return replay.result();
    }

    private static Pool pool(List<String> sut, String... hosts) {
        Pool shop = Shop.SERVICE.pool();
        return new Pool(
                shop.name(),
                shop.tier(),
                Stream.of(hosts).map(id -> new Host(id, "127.0.0.1", 1, null)).toList(),
                sut,
                shop.baselineShare(),
                shop.maxShare(),
                null,
                shop.envoy());
    }

    private static OptionalDouble pool(Pool pool, Map<String, List<Double>> signals, List<String> missing) {
        var window = new SignalWindow(Duration.ofSeconds(2), pool);
        for (int second = 1; second <= 2; second++) {
            window.add(with(Shop.verdict("shop-1", START.plusSeconds(second), 100, 1_000), signals, missing));
        }
        return window.value("pool.jvm.x");
    }

    private static Verdict with(Verdict verdict, Map<String, List<Double>> signals, List<String> missing) {
        return new Verdict(
                verdict.run(),
                verdict.pool(),
                verdict.at(),
                verdict.judgedAt(),
                verdict.rules(),
                verdict.tick(),
                verdict.metrics(),
                missing,
                verdict.notes(),
                verdict.identity(),
                verdict.foreign(),
                new SignalValues(verdict.at().minusSeconds(1), signals));
    }
}
