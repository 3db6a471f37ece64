package dev.redliner.analyzer.intake;

import dev.redliner.analyzer.traffic.TrafficIntake;
import dev.redliner.contracts.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** Polls one Kafka consumer and passes its records on, all on the calling thread. */
final class SampleConsumer {
    /** The longest wait for records while no run is watched: no verdict is due then, and a new watch is a record. */
    private static final Duration IDLE = Duration.ofMillis(250);

    private final Consumer<String, byte[]> consumer;
    private final Intake intake;
    private final TrafficIntake traffic;
    private final IntakeMeters meters;
    private final Duration poll;
    private final InstantSource clock;
    private final TakenPartitions partitions;
    private volatile Instant polledAt = Instant.MIN;
    private volatile boolean assigned;
    private boolean idle;

    SampleConsumer(
            Consumer<String, byte[]> consumer,
            Intake intake,
            TrafficIntake traffic,
            IntakeMeters meters,
            IntakeSettings settings,
            InstantSource clock) {
        this.consumer = consumer;
        this.intake = intake;
        this.traffic = traffic;
        this.meters = meters;
        this.clock = clock;
        poll = settings.poll();
        partitions = new TakenPartitions(
                consumer, intake, traffic, settings.judging().retention(), clock);
        consumer.subscribe(List.of(Topics.SAMPLES, Topics.WATCHES, Topics.COUNTS), partitions);
    }

    /** Processes the received records, and the work that is due by the passage of time. */
    void poll() {
        var records = consumer.poll(idle ? IDLE : poll);
        Instant arrived = clock.instant();
        for (var record : records) {
            take(record, arrived);
        }
        partitions.proceed(arrived);
        boolean readingBack = partitions.isReadingBack(arrived);
        if (!readingBack) {
            intake.onTime(clock.instant());
        }
        traffic.onTime(clock.instant());
        if (records.count() > 0) {
            meters.judged(Duration.between(arrived, clock.instant()));
        }
        polledAt = clock.instant();
        assigned = !partitions.isEmpty();
        idle = assigned && !readingBack && intake.watchedRuns() == 0;
    }

    /** Whether the consumer holds partitions and has polled recently. May be called by any thread. */
    boolean isReading(Instant now) {
        return assigned && Duration.between(polledAt, now).toSeconds() < 10;
    }

    private void take(ConsumerRecord<String, byte[]> record, Instant arrived) {
        switch (record.topic()) {
            case Topics.WATCHES -> intake.onWatch(record.key(), record.value(), arrived);
            case Topics.COUNTS -> traffic.on(record.key(), record.value(), sent(stamp(record, arrived)), arrived);
            default -> intake.onSample(record.key(), record.value(), stamp(record, arrived));
        }
    }

    private Stamp stamp(ConsumerRecord<String, byte[]> record, Instant arrived) {
        return new Stamp(
                arrived,
                Instant.ofEpochMilli(record.timestamp()),
                record.timestampType() == TimestampType.LOG_APPEND_TIME,
                partitions.isLive(record));
    }

    /** Time of writing by a clock other than the producer's: the broker's, or else the analyzer's for a live record. */
    private static @Nullable Instant sent(Stamp stamp) {
        if (stamp.byBroker()) {
            return stamp.logged();
        }
        return stamp.live() ? stamp.arrived() : null;
    }
}
