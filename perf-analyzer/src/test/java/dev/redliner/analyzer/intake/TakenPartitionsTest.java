package dev.redliner.analyzer.intake;

import static dev.redliner.analyzer.judge.Traffic.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.analyzer.judge.Traffic;
import dev.redliner.analyzer.traffic.TrafficIntake;
import dev.redliner.contracts.Topics;
import dev.redliner.contracts.sample.SampleCodec;
import dev.redliner.contracts.traffic.EnvoyMinute;
import dev.redliner.contracts.traffic.SecondCounts;
import dev.redliner.contracts.traffic.TrafficCodec;
import dev.redliner.contracts.traffic.TrafficMinute;
import dev.redliner.contracts.verdict.Verdict;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class TakenPartitionsTest {
    private static final TopicPartition SAMPLES = new TopicPartition(Topics.SAMPLES, 3);
    private static final TopicPartition COUNTS = new TopicPartition(Topics.COUNTS, 3);
    private static final TopicPartition WATCHES = new TopicPartition(Topics.WATCHES, 3);
    private static final Duration POLL = Duration.ofMillis(50);

    private final List<Verdict> verdicts = new ArrayList<>();
    private final List<TrafficMinute> minutes = new ArrayList<>();
    private final JsonMapper json = new JsonMapper();
    private final Kafka kafka = new Kafka();
    private long nextOffset = 6;
    private int now = 100;

    /** The mock does not support {@code offsetsForTimes}; this class finds offsets as a broker does. */
    private static final class Kafka extends MockConsumer<String, byte[]> {
        private final Map<TopicPartition, OffsetAndTimestamp> byTime = new HashMap<>();
        private final Map<TopicPartition, Long> asked = new HashMap<>();
        private Duration waited = Duration.ZERO;

        Kafka() {
            super("latest");
        }

        @Override
        public synchronized ConsumerRecords<String, byte[]> poll(Duration timeout) {
            waited = timeout;
            return super.poll(timeout);
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
                Map<TopicPartition, Long> times, Duration timeout) {
            asked.putAll(times);
            return byTime;
        }
    }

    @Test
    void reads_again_from_one_retention_ago_and_goes_on() {
        kafka.updateEndOffsets(Map.of(SAMPLES, 22L, WATCHES, 7L));
        kafka.updateBeginningOffsets(Map.of(SAMPLES, 0L, WATCHES, 0L));
        kafka.byTime.put(SAMPLES, new OffsetAndTimestamp(6, 0));
        kafka.byTime.put(WATCHES, new OffsetAndTimestamp(6, 0));
        var consumer = consumer();
        kafka.schedulePollTask(() -> {
            kafka.rebalance(List.of(SAMPLES, WATCHES));
            var watch = Traffic.watch(0, Traffic.rule("p99", "latency.p99 <= duration('200ms')"));
            kafka.addRecord(new ConsumerRecord<>(Topics.WATCHES, 3, 6, "shop", json.writeValueAsBytes(watch)));
            for (int second = 93; second <= 100; second++) {
                sample(second);
            }
        });

        consumer.poll();
        kafka.schedulePollTask(() -> {
            sample(101);
        });
        consumer.poll();

        assertThat(kafka.asked.get(SAMPLES)).isEqualTo(at(10).toEpochMilli());
        assertThat(kafka.position(SAMPLES)).isEqualTo(24);
        assertThat(consumer.isReading(at(100))).isTrue();
        assertThat(consumer.isReading(at(111))).isFalse();
        Verdict newest = verdicts.get(verdicts.size() - 1);
        assertThat(newest.at()).isEqualTo(at(101));
        assertThat(newest.metrics()).containsEntry("samples", 800.0).containsEntry("peers.samples", 2700.0);
    }

    @Test
    void looks_for_due_verdicts_more_often_while_a_run_is_watched() {
        kafka.updateEndOffsets(Map.of(WATCHES, 0L));
        kafka.updateBeginningOffsets(Map.of(WATCHES, 0L));
        var consumer = consumer();
        kafka.schedulePollTask(() -> kafka.rebalance(List.of(WATCHES)));

        consumer.poll();
        assertThat(kafka.waited).as("without partitions").isEqualTo(POLL);
        consumer.poll();
        assertThat(kafka.waited).as("without a run").isGreaterThan(POLL);

        var watch = Traffic.watch(now, Traffic.rule("p99", "latency.p99 <= duration('200ms')"));
        kafka.schedulePollTask(() ->
                kafka.addRecord(new ConsumerRecord<>(Topics.WATCHES, 3, 0, "shop", json.writeValueAsBytes(watch))));
        consumer.poll();
        consumer.poll();
        assertThat(kafka.waited).as("with a run").isEqualTo(POLL);
    }

    @Test
    void begins_at_the_end_where_nothing_is_that_new() {
        kafka.updateEndOffsets(Map.of(SAMPLES, 14L));
        var consumer = consumer();
        kafka.schedulePollTask(() -> kafka.rebalance(List.of(SAMPLES)));

        consumer.poll();

        assertThat(kafka.position(SAMPLES)).isEqualTo(14);
    }

    @Test
    void minutes_are_read_again_from_longer_ago() {
        kafka.updateEndOffsets(Map.of(COUNTS, 1L));
        kafka.updateBeginningOffsets(Map.of(COUNTS, 0L));
        kafka.byTime.put(COUNTS, new OffsetAndTimestamp(0, 0));
        var consumer = consumer();
        var minute = new EnvoyMinute("shop", "c", "envoy", "edge-1", at(0), SecondCounts.gaps());
        kafka.schedulePollTask(() -> {
            kafka.rebalance(List.of(COUNTS));
            kafka.addRecord(new ConsumerRecord<>(Topics.COUNTS, 3, 0, "shop", TrafficCodec.encode(minute)));
        });

        consumer.poll();
        now = 110;
        consumer.poll();

        assertThat(kafka.asked.get(COUNTS)).isEqualTo(at(100 - 600).toEpochMilli());
        assertThat(minutes).extracting(TrafficMinute::start).containsExactly(at(0));
    }

    private SampleConsumer consumer() {
        var meters = new IntakeMeters(new SimpleMeterRegistry());
        var intake =
                new Intake(JudgeSettings.DEFAULT, new ClockCheck(Duration.ofSeconds(5)), meters, json, verdicts::add);
        var traffic = new TrafficIntake(Duration.ofSeconds(5), minutes::add, new SimpleMeterRegistry());
        var settings = new IntakeSettings(1, Duration.ofSeconds(5), POLL, JudgeSettings.DEFAULT);
        return new SampleConsumer(kafka, intake, traffic, meters, settings, () -> at(now));
    }

    private void sample(int second) {
        record(second == 93 ? new byte[] {1, 2, 3} : SampleCodec.encode(Traffic.sut(second, Duration.ofMillis(50))));
        record(SampleCodec.encode(Traffic.peers(second)));
    }

    private void record(byte[] value) {
        kafka.addRecord(new ConsumerRecord<>(Topics.SAMPLES, 3, nextOffset++, "shop", value));
    }
}
