package dev.redliner.analyzer.judge;

import static dev.redliner.analyzer.judge.Traffic.at;
import static dev.redliner.analyzer.judge.Traffic.counts;
import static dev.redliner.analyzer.judge.Traffic.host;
import static dev.redliner.analyzer.judge.Traffic.ofTwo;
import static dev.redliner.analyzer.judge.Traffic.peers;
import static dev.redliner.analyzer.judge.Traffic.rule;
import static dev.redliner.analyzer.judge.Traffic.sut;
import static dev.redliner.analyzer.judge.Traffic.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.HostMetrics;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoolJudgeTest {
    private static final Duration FAST = Duration.ofMillis(50);
    private static final Duration SLOW = Duration.ofMillis(300);
    private static final String P99 = "latency.p99 <= duration(\"200ms\")";

    @Test
    void the_sut_is_compared_with_the_deviation_between_its_peers_and_the_highest_of_them() {
        RuleSpec outlier = rule("outlier", "host.cpu <= peers.host.cpu + 3.0 * peers.stddev.host.cpu");
        RuleSpec highest = rule("highest", "host.cpu <= peers.max.host.cpu");
        var desk = new Desk().watch(watch(0, outlier, highest), at(0));
        for (int second = 1; second <= 4; second++) {
            desk.take(
                    host("a", second, Map.of("host.cpu", 0.52)),
                    host("b", second, Map.of("host.cpu", 0.3)),
                    host("c", second, Map.of("host.cpu", 0.4)));
            desk.steady(second, second, FAST);
        }
        // mean 0.35, deviation 0.0707
        assertThat(desk.last().rules().get(0).outcome()).isEqualTo(Outcome.PASS);
        assertThat(desk.last().rules().get(0).criteria().get(0).limit()).isCloseTo(0.5621, within(1e-4));
        assertThat(desk.last().rules().get(1).outcome()).isEqualTo(Outcome.FAIL);
        assertThat(desk.last().rules().get(1).criteria().get(0).limit()).isCloseTo(0.4, within(1e-9));
        assertThat(desk.last().metrics()).containsKeys("peers.stddev.host.cpu", "peers.max.host.cpu");
    }

    @Test
    void the_highest_reading_of_a_window_may_be_limited_beside_its_mean() {
        RuleSpec mean = rule("mean", "host.cpu <= percent(60)");
        RuleSpec highest = rule("highest", "max.host.cpu <= percent(90) && max.app.calls <= 50.0");
        var desk = new Desk().watch(watch(0, mean, highest), at(0));
        double[] cpu = {0.3, 0.95, 0.4, 0.5};
        for (int second = 1; second <= 4; second++) {
            desk.take(host("a", second, Map.of("host.cpu", cpu[second - 1], "app.calls", 10.0 * second)));
            desk.steady(second, second, FAST);
        }
        assertThat(desk.last().rules().get(0).outcome()).isEqualTo(Outcome.PASS);
        assertThat(desk.last().rules().get(1).outcome()).isEqualTo(Outcome.FAIL);
        assertThat(desk.last().rules().get(1).criteria())
                .extracting(Criterion::metric, Criterion::kind, Criterion::value)
                .containsExactly(
                        tuple("max.host.cpu", Criterion.Kind.OTHER, 0.95),
                        tuple("max.app.calls", Criterion.Kind.OTHER, 40.0));
        assertThat(desk.last().metrics()).containsEntry("max.host.cpu", 0.95);
    }

    @Test
    void a_host_of_a_window_with_gaps_has_no_highest_reading() {
        var desk = new Desk().watch(watch(0, rule("highest", "max.host.cpu <= percent(90)")), at(0));
        desk.take(host("a", 1, Map.of("host.cpu", 0.3)));
        desk.steady(1, 8, FAST);
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void one_peer_has_no_deviation() {
        var desk = new Desk()
                .watch(watch(0, rule("outlier", "host.cpu <= peers.host.cpu + peers.stddev.host.cpu")), at(0));
        for (int second = 1; second <= 4; second++) {
            desk.take(host("a", second, Map.of("host.cpu", 0.1)), host("b", second, Map.of("host.cpu", 0.3)));
            desk.steady(second, second, FAST);
        }
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(desk.lastRule().reason())
                .isEqualTo("no data for peers.stddev.host.cpu: too few of the 2 peers report it");
    }

    @Test
    void nobody_watches_and_nothing_is_said() {
        var desk = new Desk().steady(1, 5, FAST).passTime(at(5), at(20));

        assertThat(desk.verdicts).isEmpty();
    }

    @Test
    void a_verdict_goes_out_at_once_when_the_envoys_second_batch_is_here() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0));

        desk.take(sut(1, FAST));
        assertThat(desk.verdicts).isEmpty();
        desk.take(peers(1));

        assertThat(desk.verdicts).hasSize(1);
        assertThat(desk.last().at()).isEqualTo(at(1));
        assertThat(desk.last().judgedAt()).isEqualTo(at(1.01));
    }

    @Test
    void a_tick_says_for_how_long_a_machine_stood_still() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0)).steady(1, 6, FAST);
        assertThat(desk.lastTick().stalled()).isZero();

        desk.take(stalled(sut(7, FAST), MetricNames.ENVOY_STALLED, 0.25), peers(7));
        assertThat(desk.lastTick().stalled()).isEqualTo(0.25);

        desk.take(stalled(host("a", 8, Map.of()), HostMetrics.STALLED, 0.4), sut(8, FAST), peers(8));
        assertThat(desk.lastTick().stalled()).as("that of the SUT itself").isCloseTo(0.4, within(1e-9));
    }

    @Test
    void a_stall_that_is_reported_after_its_tick_is_in_the_next_one_and_in_no_other() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0)).steady(1, 6, FAST);
        desk.steady(7, 7, FAST);
        desk.take(stalled(host("a", 7, Map.of()), HostMetrics.STALLED, 0.4));
        assertThat(desk.lastTick().stalled()).isZero();
        desk.steady(8, 8, FAST);
        assertThat(desk.lastTick().stalled()).isCloseTo(0.4, within(1e-9));
        desk.steady(9, 9, FAST);
        assertThat(desk.lastTick().stalled()).isZero();
    }

    private static SampleBatch stalled(SampleBatch batch, String counter, double seconds) {
        var counters = new HashMap<>(batch.counters());
        counters.put(counter, seconds);
        return new SampleBatch(
                batch.pool(),
                batch.host(),
                batch.reporter(),
                batch.epoch(),
                batch.sequence(),
                batch.time(),
                batch.interval(),
                batch.gauges(),
                counters,
                batch.latencies(),
                batch.gaps(),
                batch.envoy());
    }

    @Test
    void a_tick_holds_the_counts_since_the_tick_before() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0)).steady(1, 7, FAST);

        Tick tick = desk.lastTick();
        assertThat(tick.from()).isEqualTo(at(6));
        assertThat(tick.to()).isEqualTo(at(7));
        assertThat(tick.requested()).isEqualTo(100);
        assertThat(tick.completed()).isEqualTo(100);
        assertThat(tick.errors()).isEqualTo(1);
        assertThat(tick.poolRequested()).isEqualTo(400);
        assertThat(tick.peerCompleted()).isEqualTo(300);
        assertThat(tick.peerErrors()).isEqualTo(3);
        assertThat(tick.latency().count()).isEqualTo(100);
        assertThat(tick.peerLatency().count()).isEqualTo(300);
        assertThat(tick.invalidating()).containsExactly(Map.entry("invalidating.retry", 2.0));
        assertThat(tick.cpu()).isNull();
    }

    @Test
    void a_breach_fails_with_value_limit_and_the_ticks_bad_requests() {
        var desk = new Desk()
                .watch(watch(0, rule("slo", P99 + " && error_rate <= percent(0.5)")), at(0))
                .steady(1, 3, FAST)
                .steady(4, 4, SLOW);

        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.FAIL);
        assertThat(desk.lastRule().failing()).isTrue();
        Criterion p99 = desk.lastRule().criteria().get(0);
        assertThat(p99.value()).isBetween(0.3, 0.31);
        assertThat(p99.limit()).isEqualTo(0.2);
        assertThat(p99.bad()).isEqualTo(100);
        assertThat(p99.total()).isEqualTo(100);
        assertThat(p99.allowed()).isEqualTo(0.01);
        Criterion errors = desk.lastRule().criteria().get(1);
        assertThat(errors.value()).isEqualTo(0.01);
        assertThat(errors.bad()).isEqualTo(1);
    }

    @Test
    void fails_for_good_when_it_failed_often_enough() {
        var desk = new Desk()
                .watch(watch(0, rule("p99", P99, 0, new FailFor(2, 3))), at(0))
                .steady(1, 3, FAST)
                .steady(4, 4, SLOW);
        assertThat(desk.lastRule().failing()).isFalse();

        desk.steady(5, 5, SLOW);

        assertThat(desk.lastRule().failing()).isTrue();
    }

    @Test
    void the_window_counts_what_ended_in_it() {
        var desk =
                new Desk().watch(watch(0, rule("n", "samples >= 1000")), at(0)).steady(1, 30, FAST);

        assertThat(desk.last().metrics())
                .containsEntry("samples", 1000.0)
                .containsEntry("errors", 10.0)
                .containsEntry("error_rate", 0.01)
                .containsEntry("rps", 100.0)
                .containsEntry("rps.requested", 100.0)
                .containsEntry("peers.rps", 300.0)
                .containsEntry("pool.samples", 4000.0)
                .containsEntry("pool.rps", 400.0);
        assertThat(desk.last().metrics().get("latency.mean")).isCloseTo(0.05, within(1e-9));
        assertThat(desk.last().metrics().get("latency.p99")).isBetween(0.05, 0.051);
    }

    @Test
    void percentiles_of_the_pool_are_of_all_its_requests() {
        var desk = new Desk().watch(watch(0, rule("p", "pool.latency.p90 < duration('1s')")), at(0));

        desk.steady(1, 10, SLOW);

        // a quarter of the pool's requests took 300 ms, so the 70th percentile is fast and the 90th is not
        assertThat(desk.last().metrics().get("pool.latency.p50")).isLessThan(0.051);
        assertThat(desk.last().metrics().get("pool.latency.p90")).isGreaterThan(0.299);
    }

    @Test
    void a_watch_that_starts_is_judged_after_two_ticks() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0)).steady(1, 1, FAST);
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(desk.lastRule().reason()).contains("envoy reports 1.0 s of 10.0 s of a");

        desk.steady(2, 2, FAST);

        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.PASS);
    }

    @Test
    void few_samples_are_unknown() {
        var desk = new Desk()
                .watch(watch(0, rule("p99", P99, 500, FailFor.ONCE)), at(0))
                .steady(1, 4, FAST);
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);

        desk.steady(5, 5, FAST);

        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.PASS);
    }

    @Test
    void a_window_with_more_than_a_fifth_missing_is_unknown() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0)).steady(1, 10, FAST);
        // seconds 11 and 12 are lost, which is a fifth, and then 13 too
        desk.take(counts("envoy", "a", 11, 13, 100, 1, FAST), counts("envoy", "@peers", 11, 13, 300, 3, FAST));
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.PASS);

        desk.take(counts("envoy", "a", 12, 15, 100, 1, FAST), counts("envoy", "@peers", 12, 15, 300, 3, FAST));

        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(desk.lastRule().reason()).contains("envoy reports 7.0 s of 10.0 s of a");
    }

    @Test
    void silence_gives_verdicts_that_say_unknown() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0)).steady(1, 5, FAST);
        int before = desk.verdicts.size();

        desk.passTime(at(5.01), at(10));

        List<Verdict> silent = desk.verdicts.subList(before, desk.verdicts.size());
        assertThat(silent).hasSize(3);
        assertThat(silent).allSatisfy(verdict -> {
            assertThat(verdict.tick()).isNull();
            assertThat(verdict.rules().get(0).outcome()).isEqualTo(Outcome.UNKNOWN);
            assertThat(verdict.rules().get(0).reason()).contains("no data for latency.p99");
            assertThat(verdict.metrics()).doesNotContainKey("latency.p99");
        });
        assertThat(silent.get(0).judgedAt()).isEqualTo(at(7.51));
        assertThat(silent.get(0).at()).isEqualTo(at(6));
        assertThat(silent.get(1).at()).isEqualTo(at(7));
    }

    @Test
    void counts_that_arrive_after_a_silence_are_late_and_not_lost() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0)).steady(1, 5, FAST);
        desk.passTime(at(5.01), at(8.3));
        assertThat(desk.last().at()).isEqualTo(at(6));

        desk.take(sut(6, FAST), at(8.35)).take(peers(6), at(8.35));
        desk.take(sut(7, FAST), at(8.36)).take(peers(7), at(8.36));

        assertThat(desk.verdicts).extracting(Verdict::at).isSorted().doesNotHaveDuplicates();
        assertThat(desk.lastTick().to()).isEqualTo(at(7));
        assertThat(desk.lastTick().requested()).isEqualTo(100);
        assertThat(desk.lastTick().late().counts().requested())
                .as("of second 6")
                .isEqualTo(100);
    }

    @Test
    void a_host_whose_page_gives_only_gaps_is_missing() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0));
        for (int second = 1; second <= 4; second++) {
            desk.take(host("b", second, Map.of("host.cpu", 0.3)), host("c", second, Map.of("host.cpu", 0.3)))
                    .steady(second, second, FAST);
        }
        assertThat(desk.last().missing()).isEmpty();
        for (int second = 5; second <= 12; second++) {
            desk.take(host("b", second, Map.of("host.cpu", 0.3)), gap("c", second))
                    .steady(second, second, FAST);
        }
        assertThat(desk.last().missing()).containsExactly("c");
    }

    @Test
    void a_new_watch_without_any_samples_gets_its_unknown_too() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0)).passTime(at(0), at(4));

        assertThat(desk.verdicts).hasSize(2);
        assertThat(desk.last().missing()).containsExactly("a", "b", "c");
    }

    @Test
    void a_rule_that_is_broken_by_a_host_fails_though_the_envoy_is_silent() {
        var desk = new Desk()
                .watch(watch(0, rule("slo", P99 + " && host.cpu < 0.8")), at(0))
                .steady(1, 5, FAST);
        for (int second = 4; second <= 9; second++) {
            desk.take(host("a", second, Map.of("host.cpu", 0.95)));
            desk.passTime(at(second + 0.1), at(second + 0.9));
        }

        assertThat(desk.last().tick()).isNull();
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.FAIL);
    }

    @Test
    void an_envoy_that_could_not_be_read_is_unknown_at_once() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0)).steady(1, 5, FAST);
        desk.take(gap("a", 6), gap("@peers", 6));

        assertThat(desk.last().at()).isEqualTo(at(6));
        assertThat(desk.last().tick()).isNull();
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(desk.last().notes()).contains("a: envoy:admin missing, timed out");
        desk.steady(7, 7, FAST);
        assertThat(desk.last().tick()).isNotNull();
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.PASS);
    }

    @Test
    void without_the_peers_a_verdict_waits_for_the_grace_and_has_no_tick() {
        var desk = new Desk()
                .watch(watch(0, rule("p99", P99), rule("peers", "peers.error_rate < 0.5")), at(0))
                .steady(1, 5, FAST)
                .take(sut(6, FAST));
        int before = desk.verdicts.size();

        desk.passTime(at(6.02), at(7.5));
        assertThat(desk.verdicts).hasSize(before);
        desk.passTime(at(7.5), at(7.52));
        desk.passTime(at(7.52), at(7.6));

        assertThat(desk.verdicts).hasSize(before + 1);
        assertThat(desk.last().tick()).isNull();
        assertThat(desk.last().rules().get(0).outcome()).isEqualTo(Outcome.PASS);
        assertThat(desk.last().rules().get(1).outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(desk.last().notes()).contains("no counts of @peers by envoy in this tick");
    }

    @Test
    void a_lost_batch_of_the_peers_does_not_look_like_a_larger_share() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0)).steady(1, 5, FAST);
        desk.take(sut(6, FAST), sut(7, FAST), peers(7));
        desk.passTime(at(7.02), at(7.6));

        Tick tick = desk.lastTick();
        assertThat(tick.requested() / tick.poolRequested()).isCloseTo(0.25, within(1e-9));
    }

    @Test
    void a_late_batch_enters_the_window_and_opens_no_tick_again() {
        var desk = new Desk().watch(watch(0, rule("n", "samples >= 0")), at(0)).steady(1, 4, FAST);
        desk.take(sut(6, FAST), at(6.01)).take(peers(6), at(6.01)).passTime(at(6.02), at(7.6));
        int before = desk.verdicts.size();

        desk.take(sut(5, FAST), at(7.7));

        assertThat(desk.verdicts).hasSize(before);
        assertThat(desk.late).isEqualTo(1);
        desk.steady(7, 7, FAST);
        assertThat(desk.last().metrics()).containsEntry("samples", 700.0);
        assertThat(desk.lastTick().requested()).isEqualTo(100);
        assertThat(desk.last().notes()).contains("late batch of envoy about a is in no tick");
    }

    @Test
    void several_envoys_are_summed_and_waited_for() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0));
        for (int second = 1; second <= 4; second++) {
            desk.take(envoy("e1", "a", second, second, 100), envoy("e1", "@peers", second, second, 300));
            desk.take(envoy("e2", "a", second, second + 0.4, 50), envoy("e2", "@peers", second, second + 0.4, 150));
        }

        assertThat(desk.verdicts).as("the first is of the first Envoy alone").hasSize(4);
        assertThat(desk.lastTick().requested()).isEqualTo(150);
        assertThat(desk.lastTick().poolRequested()).isEqualTo(600);
        assertThat(desk.lastTick().lengthSeconds()).isEqualTo(1);
        assertThat(desk.lastTick().to()).as("between 4.0 and 3.4").isEqualTo(at(3.7));
        assertThat(desk.last().metrics()).containsEntry("rps", 150.0).containsEntry("pool.rps", 600.0);
    }

    @Test
    void counts_of_a_slow_clock_are_late_in_every_tick_and_the_note_names_their_age() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0));
        for (int second = 3; second <= 12; second++) {
            desk.take(envoy("e1", "a", second, second, 100), envoy("e1", "@peers", second, second, 300));
            desk.take(envoy("e2", "a", second, second - 2, 50), at(second + 0.02));
            desk.take(envoy("e2", "@peers", second, second - 2, 150), at(second + 0.02));
            desk.passTime(at(second + 0.03), at(second + 0.99));
        }

        assertThat(desk.lastTick().whole()).isFalse();
        assertThat(desk.lastTick().late().counts().requested()).isEqualTo(50);
        assertThat(desk.last().notes())
                .contains("no counts of a by e2 in this tick: they were 2.0 s old when they arrived, because the"
                        + " clock of this reporter is slow or Kafka is");
    }

    @Test
    void an_envoy_that_went_away_leaves_no_ticks_at_first_but_verdicts_go_on() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0));
        ofTwoEnvoys(desk, 1, 5);
        for (int second = 6; second <= 25; second++) {
            desk.take(envoy("e1", "a", second, second, 100), envoy("e1", "@peers", second, second, 300));
            desk.passTime(at(second + 0.02), at(second + 0.97));
            if (second == 8) {
                assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
            }
        }

        assertThat(desk.last().judgedAt()).isEqualTo(at(25.01));
        // the requests of one Envoy alone would appear as a smaller pool, and the same share as a lower load
        assertThat(desk.last().tick()).isNull();
        assertThat(desk.last().notes()).anyMatch(note -> note.contains("no more counts of a by e2"));
    }

    @Test
    void thirty_seconds_after_an_envoy_went_away_ticks_have_the_counts_of_the_others_and_are_not_whole() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0));
        ofTwoEnvoys(desk, 1, 5);
        for (int second = 6; second <= 40; second++) {
            desk.take(envoy("e1", "a", second, second, 100), envoy("e1", "@peers", second, second, 300));
            desk.passTime(at(second + 0.02), at(second + 0.97));
            if (second == 34) {
                assertThat(desk.last().tick()).as("it may return").isNull();
            }
        }

        Tick tick = desk.lastTick();
        assertThat(tick.requested()).isEqualTo(100);
        assertThat(tick.poolRequested()).isEqualTo(400);
        assertThat(tick.whole()).isFalse();
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(desk.last().notes()).anyMatch(note -> note.contains("no more counts of a by e2"));
        double placed = desk.verdicts.stream()
                .map(Verdict::tick)
                .filter(Objects::nonNull)
                .mapToDouble(PoolJudgeTest::counted)
                .sum();
        assertThat(placed).as("each request counts once").isEqualTo(40 * 100 + 5 * 50);

        ofTwoEnvoys(desk, 41, 44);
        assertThat(desk.lastTick().requested()).as("it is back").isEqualTo(150);
        assertThat(desk.lastTick().whole()).isTrue();
    }

    /** Without its counts of the SUT, a share that is held would look like a lower one. */
    @Test
    void an_envoy_of_which_only_the_peers_are_counted_has_not_gone_however_long_that_lasts() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0));
        ofTwoEnvoys(desk, 1, 5);
        for (int second = 6; second <= 50; second++) {
            desk.take(envoy("e1", "a", second, second, 100), envoy("e1", "@peers", second, second, 300));
            desk.take(envoy("e2", "@peers", second, second, 150));
            desk.passTime(at(second + 0.02), at(second + 0.97));
        }

        assertThat(desk.last().judgedAt()).isEqualTo(at(50.01));
        assertThat(desk.last().tick()).isNull();
    }

    private static double counted(Tick tick) {
        double late = tick.late() == null ? 0 : tick.late().counts().requested();
        return tick.requested() + late;
    }

    private static void ofTwoEnvoys(Desk desk, int from, int to) {
        for (int second = from; second <= to; second++) {
            desk.take(envoy("e1", "a", second, second, 100), envoy("e1", "@peers", second, second, 300));
            desk.take(envoy("e2", "a", second, second, 50), envoy("e2", "@peers", second, second, 150));
        }
    }

    /** The epoch is a time of the reporter's clock. An earlier one than before is a clock that was set back. */
    @ParameterizedTest
    @ValueSource(longs = {2, 0})
    void a_restarted_reporter_counts_from_the_start_and_goes_on(long epoch) {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(0)).steady(1, 5, FAST);

        for (int second = 6; second <= 8; second++) {
            desk.take(restarted(epoch, "a", second, 100), restarted(epoch, "@peers", second, 300));
            assertThat(desk.last().at()).isEqualTo(at(second));
            assertThat(desk.lastTick().requested()).isEqualTo(100);
        }
    }

    @Test
    void hosts_are_averaged_over_time_and_counters_are_rates() {
        var desk = new Desk()
                .watch(watch(0, rule("cpu", "host.cpu < 0.5 && jvm.gc.count < 3.0 && peers.host.cpu < 0.5")), at(0));
        for (int second = 1; second <= 10; second++) {
            desk.take(
                    host("a", second, Map.of("host.cpu", second <= 5 ? 0.2 : 0.6)),
                    host("b", second, Map.of("host.cpu", 0.3)));
            desk.steady(second, second, FAST);
        }

        List<Criterion> criteria = desk.lastRule().criteria();
        assertThat(criteria.get(0).value()).isCloseTo(0.4, within(1e-9));
        assertThat(criteria.get(0).kind()).isEqualTo(Criterion.Kind.GAUGE);
        assertThat(criteria.get(1).value()).isEqualTo(2);
        assertThat(criteria.get(2).value()).as("one of two peers is a quorum").isCloseTo(0.3, within(1e-9));
        assertThat(desk.lastTick().cpu()).isEqualTo(0.6);
        assertThat(desk.last().missing()).containsExactly("c");
        assertThat(desk.last().metrics()).containsKeys("host.cpu", "peers.host.cpu", "jvm.gc.count");
    }

    @Test
    void a_dead_collector_on_the_sut_makes_its_cpu_unknown() {
        var desk = new Desk().watch(watch(0, rule("cpu", "host.cpu < 0.9")), at(0));
        for (int second = 1; second <= 15; second++) {
            if (second <= 10) {
                desk.take(host("a", second, Map.of("host.cpu", 0.2)));
            }
            desk.steady(second, second, FAST);
        }

        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(desk.lastRule().reason()).isEqualTo("no data for host.cpu");
    }

    @Test
    void a_host_of_the_sut_is_known_by_what_it_last_said_of_itself() {
        var desk = new Desk().watch(watch(0), at(0));
        Map<String, Double> itself = Map.of("process.start", 1e9, "host.boot", 9e8, "host.cpus", 4.0, "app.x", 1.0);
        desk.take(host("a", 1, itself), host("b", 1, Map.of("process.start", 5.0)))
                .steady(1, 1, FAST);
        assertThat(desk.last().identity())
                .containsOnly(
                        Map.entry("a/process.start", 1e9),
                        Map.entry("a/host.boot", 9e8),
                        Map.entry("a/host.cpus", 4.0));
        assertThat(desk.last().metrics().keySet()).noneMatch(MetricNames.IDENTITY::contains);

        desk.take(host("a", 2, Map.of("process.start", 1e9 + 60))).steady(2, 2, FAST);
        assertThat(desk.last().identity()).containsEntry("a/process.start", 1e9 + 60);

        desk.steady(3, 31, FAST);
        assertThat(desk.last().identity())
                .as("it may only be too slow to say it")
                .containsOnly(Map.entry("a/process.start", 1e9 + 60));
        desk.steady(32, 40, FAST);
        assertThat(desk.last().identity()).as("its collector is silent").isEmpty();
    }

    @Test
    void a_share_that_somebody_else_holds_is_named_until_it_is_gone_or_cannot_be_seen() {
        var desk = new Desk().watch(watch(0), at(0)).steady(1, 1, FAST);
        assertThat(desk.last().foreign()).isEmpty();

        desk.take(with(sut(2, FAST), Map.of(MetricNames.FOREIGN_SHARE, 0.3)), peers(2));
        assertThat(desk.last().foreign())
                .containsExactly("envoy: runtime key redliner.shop.share is 30% by another layer than Redliner's");
        desk.take(with(sut(3, FAST), Map.of(MetricNames.FOREIGN_SHARE, -1.0)), peers(3));
        assertThat(desk.last().foreign())
                .containsExactly(
                        "envoy: runtime key redliner.shop.share is no fraction by another layer than Redliner's");
        desk.steady(4, 4, FAST);
        assertThat(desk.last().foreign()).isEmpty();
        desk.take(with(sut(5, FAST), Map.of(MetricNames.FOREIGN_SHARE, 0.3)), peers(5));
        desk.take(gap("a", 6), gap("@peers", 6));
        assertThat(desk.last().foreign()).as("not an alarm").isEmpty();
    }

    @Test
    void connections_that_failed_and_what_goes_on_being_invalid_are_in_the_tick() {
        var desk = new Desk().watch(watch(0), at(0)).steady(1, 1, FAST);
        assertThat(desk.lastTick().connectFailures()).isZero();

        SampleBatch failing = sut(2, FAST);
        var counters = new HashMap<>(failing.counters());
        counters.put(MetricNames.CONNECT_FAILURES, 7.0);
        desk.take(
                counting(with(failing, Map.of("invalidating.ejected", 1.0, "invalidating.lost", 0.0)), counters),
                with(peers(2), Map.of("invalidating.ejected", 2.0)));

        assertThat(desk.lastTick().connectFailures()).isEqualTo(7);
        assertThat(desk.lastTick().invalidating()).containsExactly(Map.entry("invalidating.ejected", 2.0));
    }

    @Test
    void the_busiest_peer_is_told_and_not_the_mean() {
        var desk = new Desk().watch(watch(0), at(0));
        desk.take(host("b", 1, Map.of("host.cpu", 0.3)), host("c", 1, Map.of("host.cpu", 0.9)))
                .steady(1, 1, FAST);

        assertThat(desk.last().metrics())
                .containsEntry("peers.host.cpu", 0.9)
                .containsEntry("peers.host.cpu.hosts", 2.0);
    }

    @Test
    void the_peers_that_report_their_cpu_are_counted() {
        var desk = new Desk().watch(watch(0), at(0)).steady(1, 1, FAST);
        assertThat(desk.last().metrics()).doesNotContainKeys("peers.host.cpu", "peers.host.cpu.hosts");

        desk.take(host("b", 2, Map.of("host.cpu", 0.3)), host("c", 2, Map.of("host.load1", 1.0)))
                .steady(2, 2, FAST);

        assertThat(desk.last().metrics())
                .containsEntry("peers.host.cpu", 0.3)
                .containsEntry("peers.host.cpu.hosts", 1.0);
    }

    @Test
    void a_peer_is_as_busy_as_its_mean_and_not_as_one_reading() {
        var desk = new Desk().watch(watch(0), at(0));
        for (int second = 1; second <= 10; second++) {
            desk.take(host("b", second, Map.of("host.cpu", second % 2 == 0 ? 0.8 : 0.2)))
                    .take(host("c", second, Map.of("host.cpu", second % 2 == 0 ? 0.3 : 0.9)))
                    .steady(second, second, FAST);
        }
        assertThat(desk.last().metrics().get("peers.host.cpu")).isCloseTo(0.6, within(1e-9));
    }

    @Test
    void a_reset_counter_makes_the_tick_unknown_and_not_better_than_it_was() {
        var desk = new Desk()
                .watch(
                        watch(0, new RuleSpec("e", "error_rate < 0.5", Traffic.SECOND, 0, FailFor.ONCE, OnFail.STOP)),
                        at(0))
                .steady(1, 3, FAST);
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.PASS);
        for (String lost : List.of("requested", "completed", "errors")) {
            int second = desk.verdicts.size() + 1;
            SampleBatch batch = sut(second, FAST);
            var counters = new HashMap<>(batch.counters());
            counters.remove(lost);
            desk.take(counting(batch, counters), peers(second));

            assertThat(desk.last().at()).isEqualTo(at(second));
            assertThat(desk.last().tick()).as(lost).isNull();
            assertThat(desk.lastRule().outcome()).as(lost).isEqualTo(Outcome.UNKNOWN);
        }
    }

    @Test
    void compares_with_the_baseline_of_the_watch() {
        String pass = "ratio(latency.p50, baseline.latency.p50) <= 1.5 && baseline.pool.error_rate < 0.1";
        var desk = new Desk().watch(watch(0, rule("base", pass)), at(0)).steady(1, 3, FAST);
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(desk.lastRule().reason()).contains("the baseline has no latency.p50");

        desk.watch(watch(3, Map.of("latency.p50", 0.02, "pool.error_rate", 0.01), rule("base", pass)), at(3));
        desk.steady(4, 4, FAST);

        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.FAIL);
    }

    @Test
    void a_rule_that_cannot_be_compiled_is_unknown() {
        var desk = new Desk()
                .watch(watch(0, rule("typo", "latency.p9 < duration('1s')")), at(0))
                .steady(1, 3, FAST);

        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(desk.lastRule().reason()).contains("there is no metric latency.p9");
    }

    @Test
    void a_watch_that_is_not_renewed_ends() {
        var watch = new Watch(
                "42",
                "shop",
                List.of("a"),
                List.of("b"),
                List.of(),
                Traffic.SECOND,
                Map.of(),
                at(0),
                Duration.ofSeconds(3));
        var desk = new Desk().watch(watch, at(0)).steady(1, 5, FAST);

        assertThat(desk.verdicts).hasSize(2);
        assertThat(desk.judge.watched()).isZero();
    }

    @Test
    void a_watch_that_ran_out_long_ago_starts_nothing() {
        var watch = new Watch(
                "42",
                "shop",
                List.of("a"),
                List.of("b"),
                List.of(),
                Traffic.SECOND,
                Map.of(),
                at(0),
                Duration.ofSeconds(3));

        assertThat(new Desk().watch(watch, at(8.5)).judge.watched()).isZero();
    }

    @Test
    void samples_that_are_read_again_fill_windows_and_give_no_old_verdicts() {
        var desk = new Desk().watch(watch(0, rule("p99", P99)), at(60));
        for (int second = 1; second <= 59; second++) {
            desk.take(sut(second, FAST), at(60)).take(peers(second), at(60));
        }

        assertThat(desk.verdicts).allSatisfy(verdict -> assertThat(verdict.at()).isAfterOrEqualTo(at(50)));
        assertThat(desk.last().metrics()).containsEntry("samples", 1000.0);
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.PASS);
    }

    @Test
    void what_nobody_needs_is_forgotten() {
        var desk = new Desk().steady(1, 5, FAST);

        desk.passTime(at(5), at(97));

        assertThat(desk.judge.isIdle()).isTrue();
    }

    private static SampleBatch with(SampleBatch batch, Map<String, Double> gauges) {
        return copy(batch, gauges, batch.counters());
    }

    private static SampleBatch counting(SampleBatch batch, Map<String, Double> counters) {
        return copy(batch, batch.gauges(), counters);
    }

    private static SampleBatch copy(SampleBatch batch, Map<String, Double> gauges, Map<String, Double> counters) {
        return new SampleBatch(
                batch.pool(),
                batch.host(),
                batch.reporter(),
                batch.epoch(),
                batch.sequence(),
                batch.time(),
                batch.interval(),
                gauges,
                counters,
                batch.latencies(),
                batch.gaps());
    }

    private static SampleBatch gap(String host, int second) {
        return new SampleBatch(
                "shop",
                host,
                "envoy",
                1,
                second,
                at(second),
                Traffic.SECOND,
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(new Gap("envoy:admin", "timed out")));
    }

    private static SampleBatch restarted(long epoch, String host, int second, double requested) {
        SampleBatch batch = counts("envoy", host, second - 6, second, requested, 0, FAST);
        return new SampleBatch(
                batch.pool(),
                host,
                "envoy",
                epoch,
                batch.sequence(),
                batch.time(),
                batch.interval(),
                batch.gauges(),
                batch.counters(),
                batch.latencies(),
                batch.gaps());
    }

    private static SampleBatch envoy(String reporter, String host, long sequence, double end, double requested) {
        return counts(reporter, host, sequence, end, requested, 0, FAST);
    }

    @Test
    void a_host_of_a_set_that_breaks_a_rule_does_not_hide_behind_the_others() {
        var desk = new Desk().watch(ofTwo(rule("slo", P99 + " && peers.error_rate <= percent(5.0)")), at(0));
        for (int second = 1; second <= 4; second++) {
            desk.take(counts("a", second, 400, 0, FAST), counts("d", second, 4, 0, SLOW), peers(second));
        }

        var verdict = desk.last().rules().get(0);
        assertThat(verdict.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(verdict.criteria()).extracting(Criterion::host).containsExactly("a", "d", null);
        assertThat(verdict.criteria()).extracting(Criterion::bad).containsExactly(0.0, 4.0, 0.0);
        assertThat(verdict.criteria()).extracting(Criterion::total).containsExactly(400.0, 4.0, 0.0);
        Tick tick = desk.lastTick();
        assertThat(tick.requested()).isEqualTo(404);
        assertThat(tick.hosts()).containsOnlyKeys("a", "d");
        assertThat(tick.hosts().get("d").requested()).isEqualTo(4);
        assertThat(tick.hosts().get("d").latency().count()).isEqualTo(4);
    }

    @Test
    void a_set_of_which_a_host_is_not_counted_is_not_known() {
        var desk = new Desk().watch(ofTwo(rule("slo", P99)), at(0));
        for (int second = 1; second <= 4; second++) {
            desk.take(counts("a", second, 400, 0, FAST), peers(second));
        }

        assertThat(desk.last().rules().get(0).outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(desk.last().rules().get(0).reason()).startsWith("d: ");
        assertThat(desk.last().tick()).isNull();
        assertThat(desk.last().missing()).contains("d");
    }

    @Test
    void each_host_of_a_set_is_compared_with_its_own_baseline() {
        RuleSpec rule = rule("slower", "ratio(latency.p50, baseline.latency.p50) <= 1.5");
        var before = new Desk().watch(ofTwo(rule), at(0));
        for (int second = 1; second <= 4; second++) {
            before.take(counts("a", second, 100, 0, FAST), counts("d", second, 100, 0, SLOW), peers(second));
        }
        Map<String, Double> baseline = before.last().metrics();
        assertThat(baseline.get("a/latency.p50")).isCloseTo(0.05, within(0.005));
        assertThat(baseline.get("d/latency.p50")).isCloseTo(0.3, within(0.03));

        Watch watch = ofTwo(rule);
        var desk = new Desk()
                .watch(
                        new Watch(
                                watch.run(),
                                watch.pool(),
                                watch.sut(),
                                watch.peers(),
                                watch.rules(),
                                watch.samplingInterval(),
                                baseline,
                                watch.issuedAt(),
                                watch.validFor()),
                        at(0));
        for (int second = 1; second <= 4; second++) {
            desk.take(counts("a", second, 100, 0, FAST), counts("d", second, 100, 0, SLOW), peers(second));
        }
        assertThat(desk.last().rules().get(0).outcome()).isEqualTo(Outcome.PASS);
        for (int second = 5; second <= 20; second++) {
            desk.take(counts("a", second, 100, 0, SLOW), counts("d", second, 100, 0, SLOW), peers(second));
        }
        assertThat(desk.last().rules().get(0).outcome()).isEqualTo(Outcome.FAIL);
    }
}
