package dev.redliner.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** A consumer of the client library without a broker, and the topics that it sees. */
final class Brokers extends MockConsumer<String, byte[]> {
    static final String TOPIC = "orders";

    /** The first offset of each partition that has a record of the requested time. */
    final Map<TopicPartition, Long> byTime = new HashMap<>();

    Brokers() {
        super("earliest");
    }

    /** Creates a partition, or adds one, with this many records. */
    void partition(int number, long end) {
        List<PartitionInfo> all = new ArrayList<>();
        for (int each = 0; each <= number; each++) {
            all.add(new PartitionInfo(TOPIC, each, null, null, null));
        }
        updatePartitions(TOPIC, all);
        updateBeginningOffsets(Map.of(new TopicPartition(TOPIC, number), 0L));
        updateEndOffsets(Map.of(new TopicPartition(TOPIC, number), end));
    }

    void record(int partition, long offset) {
        addRecord(message(partition, offset));
    }

    static ConsumerRecord<String, byte[]> message(int partition, long offset) {
        return new ConsumerRecord<>(TOPIC, partition, offset, "pool", new byte[] {1});
    }

    @Override
    public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
            Map<TopicPartition, Long> times, Duration timeout) {
        var found = new HashMap<TopicPartition, OffsetAndTimestamp>();
        times.forEach((partition, time) -> {
            Long offset = byTime.get(partition);
            found.put(partition, offset == null ? null : new OffsetAndTimestamp(offset, time));
        });
        return found;
    }
}
