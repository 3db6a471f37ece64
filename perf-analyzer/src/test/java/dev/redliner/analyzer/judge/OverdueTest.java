package dev.redliner.analyzer.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.Late;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Tests requests that are sent and not answered. The SUT receives 100 requests a second. */
class OverdueTest {
    private static final Duration FAST = Duration.ofMillis(5);
    private static final Duration SLOW = Duration.ofSeconds(3);
    private static final String P99 = "latency.p99 <= duration(\"500ms\")";
    private static final String ERRORS = "error_rate <= percent(1.0)";

    private final Desk desk = new Desk();
    private double active;

    private OverdueTest watching(String... rules) {
        var specs = new dev.redliner.contracts.watch.RuleSpec[rules.length];
        for (int i = 0; i < rules.length; i++) {
            specs[i] = Traffic.rule("r" + i, rules[i]);
        }
        desk.watch(Traffic.watch(0, specs), Traffic.at(0));
        return this;
    }

    /** A second in which 100 requests are sent, some are answered, and some older ones end. */
    private void second(int second, double fast, double slow, double timeouts) {
        second(second, fast, slow, timeouts, 0);
    }

    /** A second in which, in addition, the clients of some requests leave. */
    private void second(int second, double fast, double slow, double timeouts, double left) {
        active += 100 - fast - slow - timeouts - left;
        desk.take(sut(second, fast, slow, timeouts, left), Traffic.peers(second));
    }

    private SampleBatch sut(int second, double fast, double slow, double timeouts) {
        return sut(second, fast, slow, timeouts, 0);
    }

    private SampleBatch sut(int second, double fast, double slow, double timeouts, double left) {
        var latencies = new TreeMap<Integer, Long>();
        latencies.put(LatencyHistogram.bucketOf(FAST), Math.round(fast));
        latencies.put(LatencyHistogram.bucketOf(SLOW), Math.round(slow));
        return new SampleBatch(
                "shop",
                "a",
                "envoy",
                1,
                second,
                Traffic.at(second),
                Traffic.SECOND,
                Map.of(
                        MetricNames.ACTIVE,
                        active,
                        MetricNames.READ_BEGAN,
                        1_000.0 + second,
                        MetricNames.READ_ENDED,
                        1_000.010 + second),
                Map.of(
                        MetricNames.REQUESTED,
                        100.0,
                        MetricNames.COMPLETED,
                        fast + slow + timeouts,
                        MetricNames.ERRORS,
                        timeouts,
                        MetricNames.TIMEOUTS,
                        timeouts,
                        MetricNames.GIVEN_UP,
                        timeouts + left),
                Map.of(MetricNames.LATENCY, LatencyHistogram.of(latencies, 0.005 * fast + 3 * slow)),
                List.of());
    }

    private Overdue overdue() {
        return desk.lastTick().overdue();
    }

    private Criterion criterion(int rule) {
        return desk.last().rules().get(rule).criteria().get(0);
    }

    @Test
    void of_a_host_that_answers_every_second_request_the_others_count_as_bad() {
        watching(P99);
        double bad = 0;
        for (int second = 1; second <= 3; second++) {
            second(second, 100, 0, 0);
            assertThat(overdue()).isEqualTo(Overdue.NONE);
        }
        for (int second = 4; second <= 12; second++) {
            second(second, 50, 0, 0);
            bad += overdue().newly();
            assertThat(criterion(0).bad()).isEqualTo(overdue().newly());
            assertThat(criterion(0).total()).isEqualTo(50 + overdue().newly());
        }
        // 450 requests hang; as many as were sent in the last second may be younger than the limit
        assertThat(bad).isEqualTo(450 - 100);
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.FAIL);
        assertThat(Objects.requireNonNull(criterion(0).value())).isGreaterThan(0.5);
    }

    @Test
    void a_request_counts_once_though_it_is_answered_late() {
        watching(P99);
        second(1, 100, 0, 0);
        for (int second = 2; second <= 8; second++) {
            second(second, 0, 0, 0);
        }
        double newly = desk.verdicts.stream()
                .mapToDouble(verdict ->
                        Objects.requireNonNull(verdict.tick()).overdue().newly())
                .sum();
        assertThat(newly).isEqualTo(600);

        second(9, 100, 700, 0);

        // 600 of the requests were counted before, 100 were not
        assertThat(overdue()).isEqualTo(new Overdue(0, 600, 0));
        assertThat(criterion(0).bad()).isCloseTo(100, within(1e-9));
        assertThat(criterion(0).total()).isCloseTo(200, within(1e-9));
        second(10, 100, 0, 0);
        assertThat(overdue()).isEqualTo(Overdue.NONE);
    }

    @Test
    void a_request_counts_once_though_a_time_out_answers() {
        watching(P99, ERRORS);
        second(1, 100, 0, 0);
        for (int second = 2; second <= 11; second++) {
            second(second, 0, 0, 0);
        }
        double failed = desk.verdicts.stream()
                .mapToDouble(verdict -> verdict.rules().get(1).criteria().get(0).bad())
                .sum();
        assertThat(failed).as("older than 5 s").isEqualTo(400);
        assertThat(desk.last().rules().get(1).outcome()).isEqualTo(Outcome.FAIL);

        second(12, 100, 0, 400);

        assertThat(overdue().ended()).isEqualTo(400);
        assertThat(criterion(1).bad()).as("counted before").isZero();
        second(13, 100, 0, 100);
        assertThat(criterion(1).bad()).as("some of these were").isLessThanOrEqualTo(100);
    }

    @Test
    void requests_of_impatient_clients_are_counted_when_these_leave() {
        watching("latency.p99 <= duration(\"2s\")");
        second(1, 100, 0, 0);
        second(2, 50, 0, 0);
        for (int second = 3; second <= 10; second++) {
            // the requests that hang since the previous second
            second(second, 50, 0, 0, 50);
            assertThat(overdue()).isEqualTo(new Overdue(0, 0, 50));
        }
    }

    @Test
    void a_request_counts_once_though_its_client_leaves_late() {
        watching(P99);
        second(1, 100, 0, 0);
        for (int second = 2; second <= 8; second++) {
            second(second, 50, 0, 0);
        }
        assertThat(sumOfNewly()).isEqualTo(250);
        // 100 of 350 are not certainly overdue; 40 of the others leave
        second(9, 100, 0, 0, 40);
        assertThat(overdue()).isEqualTo(Overdue.NONE);
        second(10, 100, 0, 0, 310);
        assertThat(overdue().newly()).isZero();
        assertThat(sumOfNewly() + overdue().left()).isEqualTo(350);
    }

    private double sumOfNewly() {
        return desk.verdicts.stream()
                .mapToDouble(verdict ->
                        Objects.requireNonNull(verdict.tick()).overdue().newly())
                .sum();
    }

    @Test
    void clients_that_leave_young_requests_make_stuck_ones_count_no_second_time() {
        watching(P99);
        second(1, 100, 0, 0);
        for (int second = 2; second <= 4; second++) {
            second(second, 0, 0, 0);
        }
        second(5, 100, 0, 0);
        assertThat(sumOfNewly()).isEqualTo(200);
        for (int second = 6; second <= 30; second++) {
            second(second, 97, 0, 0, 3);
            assertThat(overdue()).isEqualTo(new Overdue(0, 0, 3));
        }
    }

    @Test
    void a_host_that_is_slow_and_answers_all_has_none() {
        watching("latency.p99 <= duration(\"900ms\")");
        // 80 of 100 requests are in flight at each reading
        active = 80;
        for (int second = 1; second <= 30; second++) {
            second(second, 100, 0, 0);
            assertThat(overdue()).isEqualTo(Overdue.NONE);
            assertThat(criterion(0).bad()).isZero();
        }
    }

    /** Neither the mean nor a ratio has its own limit by which requests could be overdue. */
    @Test
    void slow_answers_keep_their_latency_in_metrics_without_a_limit() {
        watching("latency.p50 <= duration(\"100ms\") && latency.mean <= duration(\"250ms\")");
        for (int second = 1; second <= 3; second++) {
            second(second, 90, 0, 0);
        }
        for (int second = 4; second <= 30; second++) {
            // a tenth of the requests take three seconds
            second(second, 90, 10, 0);
        }
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.FAIL);
        Criterion mean = desk.last().rules().get(0).criteria().get(1);
        assertThat(Objects.requireNonNull(mean.value())).isBetween(0.25, 0.35);
    }

    /** At 200 requests a second, streams are hidden by younger requests until the load is lower. */
    @Test
    void streams_that_were_open_before_count_not_when_the_load_falls() {
        watching(P99, ERRORS);
        active = 80;
        for (int second = 1; second <= 15; second++) {
            second(second, 100, 0, 0);
        }
        for (int second = 16; second <= 40; second++) {
            fewer(second);
            assertThat(overdue()).isEqualTo(Overdue.NONE);
            assertThat(desk.last().rules())
                    .allSatisfy(rule -> assertThat(rule.outcome()).isNotEqualTo(Outcome.FAIL));
        }
    }

    /** A second in which 20 requests are sent and answered. */
    private void fewer(int second) {
        SampleBatch usual = sut(second, 20, 0, 0);
        var counters = new TreeMap<>(usual.counters());
        counters.put(MetricNames.REQUESTED, 20.0);
        desk.take(
                new SampleBatch(
                        usual.pool(),
                        usual.host(),
                        usual.reporter(),
                        usual.epoch(),
                        usual.sequence(),
                        usual.time(),
                        usual.interval(),
                        usual.gauges(),
                        counters,
                        usual.latencies(),
                        usual.gaps()),
                Traffic.peers(second));
    }

    @Test
    void streams_that_stay_open_count_once_at_their_beginning() {
        watching(P99, ERRORS);
        second(1, 100, 0, 0);
        // 200 of the requests of two seconds are streams that never end
        second(2, 0, 0, 0);
        second(3, 0, 0, 0);
        second(4, 100, 0, 0);
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.FAIL);
        for (int second = 5; second <= 14; second++) {
            second(second, 100, 0, 0);
        }
        for (int second = 15; second <= 40; second++) {
            second(second, 100, 0, 0);
            assertThat(desk.last().rules()).as("second " + second).allSatisfy(rule -> assertThat(rule.outcome())
                    .isEqualTo(Outcome.PASS));
            assertThat(Objects.requireNonNull(criterion(0).value())).isLessThan(0.01);
        }
        // and the end of some streams changes nothing
        second(41, 99, 51, 0);
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.PASS);
        assertThat(Objects.requireNonNull(criterion(0).value())).isLessThan(0.01);
    }

    @Test
    void streams_that_are_open_when_a_run_begins_fail_no_rule() {
        watching(P99, ERRORS);
        active = 200;
        for (int second = 1; second <= 40; second++) {
            second(second, 100, 0, 0);
            assertThat(desk.last().rules())
                    .allSatisfy(rule -> assertThat(rule.outcome()).isNotEqualTo(Outcome.FAIL));
        }
    }

    @Test
    void without_a_latency_limit_a_request_may_wait_five_seconds() {
        watching(ERRORS);
        second(1, 100, 0, 0);
        for (int second = 2; second <= 6; second++) {
            second(second, 0, 0, 0);
            assertThat(overdue()).isEqualTo(Overdue.NONE);
        }
        second(7, 0, 0, 0);
        second(8, 0, 0, 0);
        assertThat(overdue().newly()).isPositive();
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.FAIL);
    }

    @Test
    void after_a_batch_that_is_lost_no_older_request_is_known() {
        watching(P99);
        second(1, 100, 0, 0);
        for (int second = 2; second <= 6; second++) {
            second(second, 0, 0, 0);
        }
        assertThat(overdue().newly()).isPositive();
        // second 7 is lost in transit
        active += 100;
        active += 100;
        desk.take(sut(8, 0, 0, 0), Traffic.at(8.01))
                .take(Traffic.peers(8), Traffic.at(8.01))
                .passTime(Traffic.at(8.02), Traffic.at(9.9));
        assertThat(overdue()).isEqualTo(Overdue.NONE);
    }

    @Test
    void requests_that_hang_on_over_a_lost_batch_are_charged_once() {
        watching(P99);
        second(1, 100, 0, 0);
        for (int second = 2; second <= 6; second++) {
            second(second, 0, 0, 0);
        }
        assertThat(sumOfNewly()).isEqualTo(400);
        // second 7 is lost in transit
        active += 100;
        for (int second = 8; second <= 12; second++) {
            active += 100;
            desk.take(sut(second, 0, 0, 0), Traffic.at(second + 0.01))
                    .take(Traffic.peers(second), Traffic.at(second + 0.01))
                    .passTime(Traffic.at(second + 0.02), Traffic.at(second + 0.9));
        }
        desk.passTime(Traffic.at(13), Traffic.at(14));
        // 1,100 hang, and 100 of these are not certainly older than the limit
        assertThat(sumOfNewlyWithLate()).isEqualTo(1_000);
    }

    private double sumOfNewlyWithLate() {
        return desk.verdicts.stream()
                .flatMap(verdict -> Optional.ofNullable(verdict.tick()).stream())
                .mapToDouble(tick -> tick.overdue().newly()
                        + (tick.late() == null
                                ? 0
                                : tick.late().counts().overdue().newly()))
                .sum();
    }

    @Test
    void slow_answers_in_a_late_batch_are_those_of_requests_that_were_counted() {
        watching(P99);
        second(1, 100, 0, 0);
        for (int second = 2; second <= 4; second++) {
            second(second, 0, 0, 0);
        }
        assertThat(sumOfNewly()).isEqualTo(200);
        // the batch with all answers is delayed until its tick is closed without it
        active += 100 - 300;
        SampleBatch heldUp = sut(5, 0, 300, 0);
        desk.take(Traffic.peers(5)).passTime(Traffic.at(5.02), Traffic.at(6.9));
        desk.take(heldUp, Traffic.at(6.91));
        second(6, 100, 0, 0);
        second(7, 100, 0, 0);
        Late late = desk.verdicts.stream()
                .flatMap(verdict -> Optional.ofNullable(verdict.tick()).stream())
                .flatMap(tick -> Optional.ofNullable(tick.late()).stream())
                .reduce(Late::plus)
                .orElseThrow();
        assertThat(late.counts().overdue()).isEqualTo(new Overdue(0, 200, 0));
    }

    @Test
    void a_batch_that_comes_after_its_successor_ends_what_was_counted() {
        var stream = new InFlight();
        var limit = Duration.ofMillis(500);
        for (int second = 1; second <= 4; second++) {
            active += second == 1 ? 0 : 100;
            stream.add(sut(second, second == 1 ? 100 : 0, 0, 0), Set.of(limit));
        }
        active += 100 - 250;
        SampleBatch heldUp = sut(5, 0, 200, 0, 50);
        stream.add(sut(6, 100, 0, 0), Set.of(limit));
        assertThat(stream.add(heldUp, Set.of(limit))).containsEntry(limit, new InFlight.Change(0, 200, 0, 50));
        assertThat(stream.add(sut(7, 100, 0, 0), Set.of(limit)))
                .as("of 150 that were not counted 50 are surely old")
                .containsEntry(limit, new InFlight.Change(50, 0, 0, 0));
    }

    @Test
    void requests_in_flight_when_a_pool_is_taken_over_are_not_charged_and_later_ones_are() {
        watching(P99);
        active = 300;
        for (int second = 1; second <= 5; second++) {
            second(second, 100, 0, 0);
            assertThat(overdue()).isEqualTo(Overdue.NONE);
        }
        for (int second = 6; second <= 10; second++) {
            second(second, 0, 0, 0);
        }
        // the requests of the last second may be younger than the limit
        assertThat(sumOfNewly()).isEqualTo(500 - 100);
    }

    @Test
    void counts_of_a_missed_read_are_in_the_tick_after_it() {
        watching(P99);
        second(1, 100, 0, 0);
        second(2, 100, 0, 0);
        // at the third second the Envoy could not be read
        for (String host : List.of("a", SampleBatch.PEERS)) {
            desk.take(new SampleBatch(
                    "shop",
                    host,
                    "envoy",
                    1,
                    3,
                    Traffic.at(3),
                    Traffic.SECOND,
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    List.of()));
        }
        assertThat(desk.last().tick()).isNull();
        assertThat(desk.lastRule().outcome()).isEqualTo(Outcome.UNKNOWN);

        SampleBatch both = Traffic.counts("envoy", "a", 4, 4, 200, 5, FAST);
        SampleBatch peers = Traffic.counts("envoy", SampleBatch.PEERS, 4, 4, 600, 0, FAST);
        desk.take(longer(both), longer(peers));

        assertThat(desk.lastTick().from()).isEqualTo(Traffic.at(2));
        assertThat(desk.lastTick().requested()).isEqualTo(200);
        assertThat(desk.lastTick().errors()).isEqualTo(5);
    }

    private static SampleBatch longer(SampleBatch batch) {
        return new SampleBatch(
                batch.pool(),
                batch.host(),
                batch.reporter(),
                batch.epoch(),
                batch.sequence(),
                batch.time(),
                batch.interval().multipliedBy(2),
                batch.gauges(),
                batch.counters(),
                batch.latencies(),
                batch.gaps());
    }

    @Test
    void counts_that_come_after_their_tick_are_handed_on_as_late() {
        watching(P99);
        for (int second = 1; second <= 3; second++) {
            second(second, 100, 0, 0);
        }
        assertThat(desk.lastTick().late()).isNull();
        // the SUT's batch of the fourth second is delayed until its tick is closed without it
        SampleBatch heldUp = sut(4, 90, 0, 10);
        desk.take(Traffic.peers(4)).passTime(Traffic.at(4.02), Traffic.at(5.9));
        assertThat(desk.last().tick()).isNull();
        desk.take(heldUp, Traffic.at(5.95));
        assertThat(desk.late).isEqualTo(1);

        desk.take(sut(6, 100, 0, 0), Traffic.at(6.01)).take(Traffic.peers(6), Traffic.at(6.01));
        desk.passTime(Traffic.at(6.02), Traffic.at(7.9));

        var late = Objects.requireNonNull(desk.lastTick().late());
        assertThat(late.counts().requested()).isEqualTo(100);
        assertThat(late.counts().errors()).isEqualTo(10);
        assertThat(late.seconds()).isEqualTo(1);
        desk.take(sut(7, 100, 0, 0), Traffic.at(7.95)).take(Traffic.peers(7), Traffic.at(7.95));
        assertThat(desk.lastTick().late()).as("once").isNull();
    }

    @Test
    void requests_that_become_overdue_in_a_tick_that_is_not_known_are_handed_on_too() {
        watching(P99);
        for (int second = 1; second <= 3; second++) {
            second(second, 100, 0, 0);
        }
        second(4, 0, 0, 0);
        assertThat(overdue()).isEqualTo(Overdue.NONE);
        // the peers' counts of the fifth second are missing
        active += 100;
        desk.take(sut(5, 0, 0, 0)).passTime(Traffic.at(5.02), Traffic.at(6.9));
        assertThat(desk.last().tick()).isNull();

        active += 100;
        desk.take(sut(7, 0, 0, 0), Traffic.at(7.01)).take(Traffic.peers(7), Traffic.at(7.01));
        desk.passTime(Traffic.at(7.02), Traffic.at(8.9));

        assertThat(Objects.requireNonNull(desk.lastTick().late())
                        .counts()
                        .overdue()
                        .newly())
                .isEqualTo(100);
    }

    @Test
    void verdicts_that_are_too_old_to_be_sent_leave_their_counts_to_the_next_one() {
        watching(P99);
        for (int second = 1; second <= 3; second++) {
            second(second, 100, 0, 0);
        }
        int sent = desk.verdicts.size();
        // the analyzer stands still for 15 s
        for (int second = 4; second <= 18; second++) {
            active += 50;
            desk.judge.on(sut(second, 50, 0, 0), Traffic.at(18.01)).verdicts().forEach(desk.verdicts::add);
            desk.judge.on(Traffic.peers(second), Traffic.at(18.01)).verdicts().forEach(desk.verdicts::add);
        }
        List<Tick> ticks = desk.verdicts.subList(sent, desk.verdicts.size()).stream()
                .map(verdict -> Objects.requireNonNull(verdict.tick()))
                .toList();
        assertThat(ticks.get(0).to()).isAfterOrEqualTo(Traffic.at(8));
        Late late = Objects.requireNonNull(ticks.get(0).late());
        assertThat(late.seconds())
                .isEqualTo(ticks.get(0).from().getEpochSecond() - Traffic.at(3).getEpochSecond());
        assertThat(late.counts().requested() + sum(ticks, Tick::requested)).isEqualTo(1_500);
        assertThat(late.counts().overdue().newly()
                        + sum(ticks, tick -> tick.overdue().newly()))
                .isEqualTo(15 * 50 - 100);
    }

    @Test
    void samples_that_are_read_again_after_a_take_over_are_not_handed_on() {
        desk.watch(Traffic.watch(30, Traffic.rule("r", P99)), Traffic.at(30));
        for (int second = 1; second <= 30; second++) {
            active += 50;
            desk.judge.on(sut(second, 50, 0, 0), Traffic.at(30.01)).verdicts().forEach(desk.verdicts::add);
            desk.judge.on(Traffic.peers(second), Traffic.at(30.01)).verdicts().forEach(desk.verdicts::add);
        }
        assertThat(desk.verdicts).isNotEmpty().allSatisfy(verdict -> assertThat(
                        Objects.requireNonNull(verdict.tick()).late())
                .isNull());
    }

    private static double sum(List<Tick> ticks, ToDoubleFunction<Tick> value) {
        return ticks.stream().mapToDouble(value).sum();
    }

    @Test
    void envoys_of_two_machines_at_one_address_are_told_apart_by_their_node_ids() {
        watching(P99);
        for (int second = 1; second <= 3; second++) {
            for (String node : List.of("edge-1", "edge-2")) {
                desk.take(of(node, Traffic.sut(second, FAST)), of(node, Traffic.peers(second)));
            }
        }
        desk.passTime(Traffic.at(3.02), Traffic.at(3.1));
        assertThat(desk.lastTick().envoys()).containsExactly("edge-1", "edge-2");
        assertThat(desk.lastTick().requested()).isEqualTo(200);
        assertThat(desk.lastTick().whole()).isTrue();
        assertThat(desk.late)
                .as("of the first second, in which nobody knew of the second Envoy")
                .isEqualTo(2);
    }

    /** Each of the two collectors has its own epoch. */
    private static SampleBatch of(String node, SampleBatch batch) {
        return new SampleBatch(
                batch.pool(),
                batch.host(),
                batch.reporter(),
                node.equals("edge-1") ? 1 : 2,
                batch.sequence(),
                batch.time(),
                batch.interval(),
                batch.gauges(),
                batch.counters(),
                batch.latencies(),
                batch.gaps(),
                node);
    }
}
