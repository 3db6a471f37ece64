package dev.redliner.kafka;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads all partitions of topics without a consumer group, because each reader needs all records. Topics may be created
 * later and may get more partitions.
 *
 * <p>Not safe for concurrent use.
 */
public final class TopicReader {
    private static final Duration ASK = Duration.ofSeconds(5);

    private final Consumer<String, byte[]> consumer;
    private final Duration answered;
    private final Set<TopicPartition> assigned = new HashSet<>();
    /** By partition: the end at the time when it was assigned. Removed when it is reached. */
    private final Map<TopicPartition, Long> earlier = new HashMap<>();

    /** @param consumer a consumer without partitions, created by {@link #consumer}; the caller closes it */
    public TopicReader(Consumer<String, byte[]> consumer) {
        this(consumer, ASK);
    }

    /** @param answered the limit for each answer of a broker */
    TopicReader(Consumer<String, byte[]> consumer, Duration answered) {
        this.consumer = consumer;
        this.answered = answered;
    }

    /**
     * A consumer without a group that never creates a topic.
     *
     * @param connection brokers, security and other settings of a consumer, without deserializers
     */
    public static Consumer<String, byte[]> consumer(Map<String, Object> connection) {
        var settings = new HashMap<>(connection);
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // applies if a broker has deleted the records at the position of a reader
        settings.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // the default of five minutes is how long a topic that is created later would stay unknown
        settings.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 2_000);
        settings.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Begins to read the partitions of a topic that are not read yet. If the topic is read already, new partitions are
     * read from their beginning, because all their records are new.
     *
     * @return the new partitions; empty if there are none, or if the topic does not exist
     * @throws org.apache.kafka.common.KafkaException if no broker answers
     */
    public Set<TopicPartition> follow(String topic, TopicStart start) {
        Set<TopicPartition> found = newPartitions(topic);
        if (found.isEmpty()) {
            return found;
        }
        Map<TopicPartition, Long> ends = consumer.endOffsets(found, answered);
        // all offsets are known before the assignment, so that no partition is ever read from an unknown position
        Map<TopicPartition, Long> starts = starts(ends, follows(topic) ? TopicStart.BEGINNING : start);
        assigned.addAll(found);
        consumer.assign(assigned);
        starts.forEach(consumer::seek);
        ends.forEach((partition, end) -> {
            if (starts.getOrDefault(partition, 0L) < end) {
                earlier.put(partition, end);
            }
        });
        return found;
    }

    private Set<TopicPartition> newPartitions(String topic) {
        List<PartitionInfo> listed = consumer.partitionsFor(topic, answered);
        return listed == null
                ? Set.of()
                : listed.stream()
                        .map(each -> new TopicPartition(topic, each.partition()))
                        .filter(each -> !assigned.contains(each))
                        .collect(Collectors.toSet());
    }

    private Map<TopicPartition, Long> starts(Map<TopicPartition, Long> ends, TopicStart start) {
        Instant since = start.since();
        if (since == null) {
            return ends;
        }
        if (since.equals(Instant.EPOCH)) {
            return consumer.beginningOffsets(ends.keySet(), answered);
        }
        var starts = new HashMap<>(ends);
        Map<TopicPartition, Long> asked =
                ends.keySet().stream().collect(Collectors.toMap(each -> each, each -> since.toEpochMilli()));
        consumer.offsetsForTimes(asked, answered).forEach((partition, first) -> {
            if (first != null) {
                starts.put(partition, first.offset());
            }
        });
        return starts;
    }

    /** Whether any partition is read. */
    public boolean followsAny() {
        return !assigned.isEmpty();
    }

    /** Whether any partition of the topic is read. */
    public boolean follows(String topic) {
        return assigned.stream().anyMatch(each -> each.topic().equals(topic));
    }

    /**
     * The available records. Waits for records no longer than this.
     *
     * @throws IllegalStateException if no partition is read
     * @throws org.apache.kafka.common.KafkaException if reading fails; the positions are kept
     */
    public ConsumerRecords<String, byte[]> poll(Duration wait) {
        return consumer.poll(wait);
    }

    /** Whether the record had been appended before its partition was read. */
    public boolean isEarlier(ConsumerRecord<?, ?> message) {
        return message.offset() < earlier.getOrDefault(new TopicPartition(message.topic(), message.partition()), 0L);
    }

    /** Whether the topic is read, and all records that had been appended before that are taken. */
    public boolean caughtUp(String topic) {
        earlier.entrySet().removeIf(end -> consumer.position(end.getKey(), answered) >= end.getValue());
        return follows(topic)
                && earlier.keySet().stream().noneMatch(each -> each.topic().equals(topic));
    }
}
