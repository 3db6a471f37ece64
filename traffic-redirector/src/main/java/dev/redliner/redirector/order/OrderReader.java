package dev.redliner.redirector.order;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads pools and orders for the {@link OrderHandler}: all partitions and without a consumer group, because every replica
 * needs all records. Pools are read first and from the beginning. Only after that are Envoys configured and orders
 * read, starting some time back, so that the highest fencing tokens are restored. Runs on one thread.
 */
final class OrderReader {
    private static final Logger LOG = LoggerFactory.getLogger(OrderReader.class);
    private static final Duration LOOK_FOR_PARTITIONS = Duration.ofSeconds(2);
    private static final Duration ASK = Duration.ofSeconds(5);

    private final Consumer<String, byte[]> consumer;
    private final OrderHandler handler;
    private final Duration readBack;
    private final InstantSource clock;
    private final OrderMetrics metrics;
    private final JsonMapper json = JsonMapper.builder().build();
    private final Burst undecodable = new Burst();
    private final Set<TopicPartition> assigned = new HashSet<>();
    /** The end of the earlier records of each partition; a partition is removed when its end is reached. */
    private final Map<TopicPartition, Long> past = new HashMap<>();

    private long nextLookMs = Long.MIN_VALUE;

    OrderReader(
            Consumer<String, byte[]> consumer,
            OrderHandler handler,
            Duration readBack,
            InstantSource clock,
            OrderMetrics metrics) {
        this.consumer = consumer;
        this.handler = handler;
        this.readBack = readBack;
        this.clock = clock;
        this.metrics = metrics;
    }

    /** Whether pools and orders are being read and all earlier records have been processed. */
    boolean caughtUp() {
        return past.isEmpty() && assigned.stream().anyMatch(partition -> isOf(partition, Topics.REDIRECTS));
    }

    /**
     * Processes the available records, and waits for records no longer than this.
     *
     * @throws org.apache.kafka.common.KafkaException if Kafka does not answer
     */
    void poll(Duration wait) {
        if (clock.millis() >= nextLookMs) {
            assignNew();
            nextLookMs = clock.millis() + LOOK_FOR_PARTITIONS.toMillis();
        }
        if (assigned.isEmpty()) {
            // there is no partition to poll, so the caller pauses
            return;
        }
        ConsumerRecords<String, byte[]> records = consumer.poll(wait);
        records.records(Topics.POOLS).forEach(record -> take(record, this::takePool));
        records.records(Topics.REDIRECTS).forEach(record -> take(record, this::takeOrder));
        forgetReachedPast();
    }

    /** Whether there is any partition to poll. */
    boolean hasPartitions() {
        return !assigned.isEmpty();
    }

    private void assignNew() {
        Set<TopicPartition> pools = newPartitions(Topics.POOLS);
        if (!pools.isEmpty()) {
            begin(consumer.beginningOffsets(pools, ASK), consumer.endOffsets(pools, ASK));
        }
        Set<TopicPartition> orders = poolsKnown() ? newPartitions(Topics.REDIRECTS) : Set.of();
        if (!orders.isEmpty()) {
            Map<TopicPartition, Long> ends = consumer.endOffsets(orders, ASK);
            begin(startsOfOrders(ends), ends);
        }
    }

    private boolean poolsKnown() {
        return assigned.stream().anyMatch(partition -> isOf(partition, Topics.POOLS))
                && past.keySet().stream().noneMatch(partition -> isOf(partition, Topics.POOLS));
    }

    private Set<TopicPartition> newPartitions(String topic) {
        var partitions = new HashSet<TopicPartition>();
        List<PartitionInfo> known = consumer.partitionsFor(topic, ASK);
        if (known != null) {
            known.forEach(partition -> partitions.add(new TopicPartition(topic, partition.partition())));
        }
        partitions.removeAll(assigned);
        return partitions;
    }

    /** All offsets were requested from Kafka before, so that no partition is ever assigned without a position. */
    private void begin(Map<TopicPartition, Long> starts, Map<TopicPartition, Long> ends) {
        assigned.addAll(starts.keySet());
        past.putAll(ends);
        consumer.assign(assigned);
        starts.forEach(consumer::seek);
        past.entrySet().removeIf(end -> starts.getOrDefault(end.getKey(), 0L) >= end.getValue());
        LOG.info("partitions={} reading", starts.keySet());
    }

    /** The first offsets of the orders within the read-back time; the end offset of a partition without such orders. */
    private Map<TopicPartition, Long> startsOfOrders(Map<TopicPartition, Long> ends) {
        long since = clock.instant().minus(readBack).toEpochMilli();
        var asked = new HashMap<TopicPartition, Long>();
        ends.keySet().forEach(partition -> asked.put(partition, since));
        var starts = new HashMap<>(ends);
        consumer.offsetsForTimes(asked, ASK).forEach((partition, first) -> {
            if (first != null) {
                starts.put(partition, first.offset());
            }
        });
        return starts;
    }

    private void forgetReachedPast() {
        past.entrySet().removeIf(end -> consumer.position(end.getKey(), ASK) >= end.getValue());
        if (poolsKnown()) {
            handler.poolsKnown();
        }
        if (past.isEmpty()) {
            handler.replayed();
        }
    }

    /** A failure in one record must not affect the records after it. */
    private void take(ConsumerRecord<String, byte[]> record, RecordTaker taker) {
        try {
            taker.take(record);
        } catch (RuntimeException e) {
            LOG.error("partition={}-{} offset={} failed", record.topic(), record.partition(), record.offset(), e);
            setAside(record, e.toString());
        }
    }

    @FunctionalInterface
    private interface RecordTaker {
        void take(ConsumerRecord<String, byte[]> record);
    }

    private void takePool(ConsumerRecord<String, byte[]> record) {
        // a record without a value is set aside: only an explicit record withdraws the configuration of Envoys
        PoolRecord pool = decode(record, PoolRecord.class);
        if (pool != null) {
            handler.learn(pool);
        }
    }

    private void takeOrder(ConsumerRecord<String, byte[]> record) {
        RedirectOrder order = decode(record, RedirectOrder.class);
        if (order == null) {
            return;
        }
        if (record.offset() < past.getOrDefault(new TopicPartition(record.topic(), record.partition()), 0L)) {
            handler.replay(order);
        } else {
            handler.on(order);
        }
    }

    private <T> @Nullable T decode(ConsumerRecord<String, byte[]> record, Class<T> type) {
        try {
            if (record.value() != null) {
                return json.readValue(record.value(), type);
            }
            setAside(record, "no value");
        } catch (JacksonException e) {
            setAside(record, e.getOriginalMessage());
        }
        return null;
    }

    private void setAside(ConsumerRecord<String, byte[]> record, String why) {
        metrics.setAside();
        long count = undecodable.speaksFor(clock.instant());
        if (count > 0) {
            LOG.warn(
                    "partition={}-{} offset={} skipped ({} since the last log line): {}",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    count,
                    why);
        }
    }

    private static boolean isOf(TopicPartition partition, String topic) {
        return partition.topic().equals(topic);
    }
}
