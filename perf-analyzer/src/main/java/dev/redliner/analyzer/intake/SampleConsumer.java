package dev.redliner.analyzer.intake;

import dev.redliner.contracts.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;

/** Polls one Kafka consumer and hands its records on; all on the thread that calls it. */
final class SampleConsumer {
    private final Consumer<String, byte[]> consumer;
    private final Intake intake;
    private final IntakeMeters meters;
    private final InstantSource clock;
    private final TakenPartitions partitions;
    private volatile Instant polledAt = Instant.MIN;
    private volatile boolean assigned;

    SampleConsumer(
            Consumer<String, byte[]> consumer,
            Intake intake,
            IntakeMeters meters,
            IntakeSettings settings,
            InstantSource clock) {
        this.consumer = consumer;
        this.intake = intake;
        this.meters = meters;
        this.clock = clock;
        partitions = new TakenPartitions(consumer, intake, settings.judging().retention(), clock);
        consumer.subscribe(List.of(Topics.SAMPLES, Topics.WATCHES), partitions);
    }

    /** Takes in what came, and what is due because time went by. */
    void poll(Duration atMost) {
        var records = consumer.poll(atMost);
        Instant arrived = clock.instant();
        for (var record : records) {
            take(record, arrived);
        }
        intake.onTime(clock.instant());
        if (records.count() > 0) {
            meters.judged(Duration.between(arrived, clock.instant()));
        }
        polledAt = clock.instant();
        assigned = !partitions.isEmpty();
    }

    /** Whether it holds partitions and polled lately. May be asked by any thread. */
    boolean isReading(Instant now) {
        return assigned && Duration.between(polledAt, now).toSeconds() < 10;
    }

    private void take(ConsumerRecord<String, byte[]> record, Instant arrived) {
        if (record.topic().equals(Topics.WATCHES)) {
            intake.onWatch(record.key(), record.value(), arrived);
        } else {
            var stamp = new Stamp(
                    arrived,
                    Instant.ofEpochMilli(record.timestamp()),
                    record.timestampType() == TimestampType.LOG_APPEND_TIME,
                    partitions.isLive(record));
            intake.onSample(record.key(), record.value(), stamp);
        }
    }
}
