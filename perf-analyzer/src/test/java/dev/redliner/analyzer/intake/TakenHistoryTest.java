package dev.redliner.analyzer.intake;

import static dev.redliner.analyzer.judge.Traffic.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.analyzer.judge.Traffic;
import dev.redliner.analyzer.traffic.TrafficIntake;
import dev.redliner.contracts.Topics;
import dev.redliner.contracts.sample.SampleCodec;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.ClearFor;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.contracts.watch.Watch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The history of a failing rule when another analyzer takes its partitions over. One record a second on each topic. */
class TakenHistoryTest {
    private static final TopicPartition SAMPLES = new TopicPartition(Topics.SAMPLES, 3);
    private static final TopicPartition WATCHES = new TopicPartition(Topics.WATCHES, 3);
    private static final Duration FAST = Duration.ofMillis(50);
    private static final Duration SLOW = Duration.ofMillis(500);
    private final JsonMapper json = new JsonMapper();
    private RuleSpec rule = rule(5);
    private int begun = 20;
    private int slowFrom = 96;
    private int slowTo = 97;

    /** An analyzer with the records that its broker has. */
    private final class Analyzer {
        private final Map<Instant, RuleVerdict> verdicts = new HashMap<>();
        private final List<Instant> sent = new ArrayList<>();
        private final List<Long> sought = new ArrayList<>();
        private final Kafka kafka = new Kafka();
        private final SampleConsumer consumer;
        private Instant now;

        Analyzer(double now) {
            this.now = at(now);
            var meters = new IntakeMeters(new SimpleMeterRegistry());
            var clocks = new ClockCheck(Duration.ofSeconds(5));
            var intake = new Intake(JudgeSettings.DEFAULT, clocks, meters, json, this::take);
            var traffic = new TrafficIntake(Duration.ofSeconds(5), minute -> {}, new SimpleMeterRegistry());
            var settings = new IntakeSettings(1, Duration.ofSeconds(5), Duration.ofMillis(20), JudgeSettings.DEFAULT);
            consumer = new SampleConsumer(kafka, intake, traffic, meters, settings, () -> this.now);
        }

        private void take(Verdict verdict) {
            sent.add(verdict.at());
            verdicts.put(verdict.at(), verdict.rules().get(0));
        }

        /** Takes the partitions, whose last records are those of this second. */
        Analyzer takesOver(int second) {
            kafka.updateBeginningOffsets(Map.of(SAMPLES, 0L, WATCHES, 0L));
            kafka.updateEndOffsets(Map.of(SAMPLES, end(second), WATCHES, (long) second + 1));
            kafka.schedulePollTask(() -> kafka.rebalance(List.of(SAMPLES, WATCHES)));
            consumer.poll();
            sought.add(kafka.position(SAMPLES));
            return this;
        }

        void poll(double time) {
            now = at(time);
            consumer.poll();
        }

        /** Lives through these seconds. */
        Analyzer lives(int from, int to) {
            for (int second = from; second <= to; second++) {
                watch(second);
                sample(second);
                poll(second + 0.1);
                poll(second + 0.2);
            }
            return this;
        }

        void watch(int second) {
            byte[] value = json.writeValueAsBytes(renewal(second < begun ? "41" : "42", second));
            kafka.addRecord(new ConsumerRecord<>(Topics.WATCHES, 3, second, "shop", value));
        }

        /** The counts of the SUT and of the peers, and a host before them: three records. */
        void sample(int second) {
            boolean slow = second >= slowFrom && second <= slowTo;
            var batches = List.of(
                    Traffic.host("b", second, Map.of("host.cpu", 0.5)),
                    Traffic.sut(second, slow ? SLOW : FAST),
                    Traffic.peers(second));
            long offset = end(second) - 3;
            for (var batch : batches) {
                kafka.addRecord(new ConsumerRecord<>(Topics.SAMPLES, 3, offset++, "shop", SampleCodec.encode(batch)));
            }
        }

        RuleVerdict rule(int second) {
            assertThat(verdicts).containsKey(at(second));
            return verdicts.get(at(second));
        }
    }

    private static long end(int second) {
        return 3L * second + 3;
    }

    /** Has a watch and three samples for each second, and finds them by time as a broker does. */
    private static final class Kafka extends MockConsumer<String, byte[]> {
        Kafka() {
            super("latest");
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
                Map<TopicPartition, Long> times, Duration timeout) {
            var offsets = new HashMap<TopicPartition, OffsetAndTimestamp>();
            times.forEach((partition, time) -> {
                long second = Math.max(0, (time - Traffic.START.toEpochMilli() + 999) / 1000);
                long offset = partition.equals(SAMPLES) ? 3 * second : second;
                offsets.put(partition, new OffsetAndTimestamp(offset, time));
            });
            return offsets;
        }
    }

    /** Fails at once, and until as many evaluations have passed. */
    private static RuleSpec rule(int passed) {
        return new RuleSpec(
                "p99",
                "latency.p99 <= duration('200ms')",
                Duration.ofSeconds(2),
                0,
                FailFor.ONCE,
                new ClearFor(passed, passed),
                OnFail.BACK_OFF);
    }

    private Watch renewal(String run, int second) {
        Watch watch = Traffic.watch(second, rule);
        return new Watch(
                run,
                watch.pool(),
                watch.sut(),
                watch.peers(),
                watch.rules(),
                watch.samplingInterval(),
                watch.baseline(),
                watch.issuedAt(),
                Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_rule_that_fails_keeps_its_history_over_a_takeover(boolean watchesFirst) {
        Analyzer one = new Analyzer(20).takesOver(19).lives(20, 100);
        assertThat(one.rule(97).outcome()).isEqualTo(Outcome.FAIL);
        assertThat(one.rule(100).outcome()).isEqualTo(Outcome.PASS);
        assertThat(one.rule(100).failing()).isTrue();

        Analyzer two = new Analyzer(100.5).takesOver(100);
        assertThat(two.sought).containsExactly(3L * 11);
        readBack(two, watchesFirst);
        two.lives(101, 103);
        one.lives(101, 103);

        for (int second = 101; second <= 103; second++) {
            assertThat(two.rule(second).outcome()).isEqualTo(Outcome.PASS);
            assertThat(two.rule(second).failing())
                    .as("failing at second " + second)
                    .isEqualTo(one.rule(second).failing())
                    .isEqualTo(second < 103);
        }
    }

    @Test
    void the_time_before_a_run_is_no_part_of_its_history() {
        rule = rule(15);
        begun = 96;
        slowFrom = 80;
        slowTo = 89;
        Analyzer two = new Analyzer(100.5).takesOver(100);
        readBack(two, true);
        two.lives(101, 101);
        assertThat(two.rule(101).failing()).isFalse();

        slowTo = 97;
        Analyzer three = new Analyzer(100.5).takesOver(100);
        readBack(three, true);
        three.lives(101, 101);
        assertThat(three.rule(101).failing()).isTrue();
    }

    /** A read takes time, and the records of hosts may come before those of Envoys. */
    @Test
    void a_slow_read_of_the_past_is_no_silence() {
        Analyzer two = new Analyzer(100.5).takesOver(100);
        for (int second = 11; second <= 100; second++) {
            two.watch(second);
        }
        two.poll(100.6);
        two.poll(103.15);
        for (int second = 11; second <= 60; second++) {
            two.sample(second);
        }
        two.poll(103.2);
        for (int second = 61; second <= 100; second++) {
            two.sample(second);
        }
        two.poll(105.8);
        for (int second = 101; second <= 105; second++) {
            two.watch(second);
            two.sample(second);
        }
        two.poll(105.9);

        assertThat(two.rule(102).failing()).isTrue();
        assertThat(two.rule(103).failing()).isFalse();
        assertThat(two.sent).isSorted().allMatch(time -> time.getNano() == 0);
    }

    /** Watches that cannot be read must not stop the windows from being filled. */
    @Test
    void samples_wait_for_watches_only_for_a_while() {
        Analyzer two = new Analyzer(100.5).takesOver(100);
        for (int second = 11; second <= 100; second++) {
            two.sample(second);
        }
        two.poll(105);
        assertThat(two.kafka.position(SAMPLES)).isEqualTo(33);
        two.poll(110.6);
        two.poll(110.7);
        assertThat(two.kafka.position(SAMPLES)).isEqualTo(303);
    }

    private void readBack(Analyzer analyzer, boolean watchesFirst) {
        for (int part = 0; part < 2; part++) {
            for (int second = 11; second <= 100; second++) {
                if (watchesFirst == (part == 0)) {
                    analyzer.watch(second);
                } else {
                    analyzer.sample(second);
                }
            }
            analyzer.poll(100.6 + 0.1 * part);
        }
        analyzer.poll(100.9);
    }
}
