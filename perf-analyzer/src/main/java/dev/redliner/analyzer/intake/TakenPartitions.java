package dev.redliner.analyzer.intake;

import dev.redliner.analyzer.traffic.TrafficIntake;
import dev.redliner.contracts.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * On each assignment all state is dropped and the records of one retention are read again, so there is no state that
 * could be lost or wrong. The watches are read first: samples without a watch fill the windows, but no rule is evaluated
 * on them, and a failing rule would count as passing here.
 */
final class TakenPartitions implements ConsumerRebalanceListener {
    private static final Logger log = LoggerFactory.getLogger(TakenPartitions.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Consumer<String, byte[]> consumer;
    private final Intake intake;
    private final TrafficIntake traffic;
    private final Duration back;
    private final InstantSource clock;
    private final Map<TopicPartition, Long> liveFrom = new HashMap<>();
    private final Set<TopicPartition> held = new HashSet<>();
    private Instant readBackUntil = Instant.MIN;

    TakenPartitions(
            Consumer<String, byte[]> consumer,
            Intake intake,
            TrafficIntake traffic,
            Duration back,
            InstantSource clock) {
        this.consumer = consumer;
        this.intake = intake;
        this.traffic = traffic;
        this.back = back;
        this.clock = clock;
    }

    /** Whether the record was written after its partition was taken. */
    boolean isLive(ConsumerRecord<?, ?> record) {
        return record.offset()
                >= liveFrom.getOrDefault(new TopicPartition(record.topic(), record.partition()), Long.MAX_VALUE);
    }

    boolean isEmpty() {
        return liveFrom.isEmpty();
    }

    /**
     * Whether records from before the assignment may still come. A lack of samples means nothing until then. It ends
     * after {@link #TIMEOUT}, however much is unread.
     */
    boolean isReadingBack(Instant now) {
        if (now.isBefore(readBackUntil) && !isRead(partition -> true)) {
            return true;
        }
        readBackUntil = Instant.MIN;
        return false;
    }

    /** Lets the samples through as soon as the watches are read. To be called after each poll. */
    void proceed(Instant now) {
        if (held.isEmpty()) {
            return;
        }
        boolean ready = isRead(partition -> partition.topic().equals(Topics.WATCHES)) || !now.isBefore(readBackUntil);
        if (ready) {
            consumer.resume(held);
            held.clear();
        }
    }

    private boolean isRead(Predicate<TopicPartition> which) {
        return liveFrom.entrySet().stream()
                .filter(partition -> which.test(partition.getKey()))
                .allMatch(partition -> consumer.position(partition.getKey(), TIMEOUT) >= partition.getValue());
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        liveFrom.clear();
        held.clear();
        intake.discard();
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        intake.discard();
        Instant now = clock.instant();
        traffic.discard(now.minus(TrafficIntake.READ_BACK));
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, TIMEOUT);
        Map<TopicPartition, OffsetAndTimestamp> starts = consumer.offsetsForTimes(
                partitions.stream()
                        .collect(Collectors.toMap(partition -> partition, partition -> since(partition, now))),
                TIMEOUT);
        for (TopicPartition partition : partitions) {
            long end = ends.getOrDefault(partition, 0L);
            OffsetAndTimestamp start = starts.get(partition);
            liveFrom.put(partition, end);
            consumer.seek(partition, start == null ? end : start.offset());
        }
        partitions.stream()
                .filter(partition -> partition.topic().equals(Topics.SAMPLES))
                .forEach(held::add);
        consumer.pause(held);
        readBackUntil = now.plus(TIMEOUT);
        proceed(now);
        log.info("partitions={} assigned; reading back {}", partitions, back);
    }

    /** Minutes arrive rarely, so a longer time is read back for them. */
    private long since(TopicPartition partition, Instant now) {
        boolean counts = partition.topic().equals(Topics.COUNTS);
        return now.minus(counts ? TrafficIntake.READ_BACK : back).toEpochMilli();
    }
}
