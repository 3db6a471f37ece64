package dev.redliner.redirector.order;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.kafka.LogLimit;
import dev.redliner.kafka.TopicReader;
import dev.redliner.kafka.TopicStart;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
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

    private final TopicReader topics;
    private final OrderHandler handler;
    private final Duration readBack;
    private final InstantSource clock;
    private final OrderMetrics metrics;
    private final JsonMapper json = JsonMapper.builder().build();
    private final LogLimit undecodable = new LogLimit();

    private boolean poolsKnown;
    private Instant lookedAt = Instant.MIN;

    OrderReader(
            TopicReader topics, OrderHandler handler, Duration readBack, InstantSource clock, OrderMetrics metrics) {
        this.topics = topics;
        this.handler = handler;
        this.readBack = readBack;
        this.clock = clock;
        this.metrics = metrics;
    }

    /** Whether pools and orders are being read and all earlier records have been processed. */
    boolean caughtUp() {
        return topics.caughtUp(Topics.POOLS) && topics.caughtUp(Topics.REDIRECTS);
    }

    /**
     * Processes the available records, and waits for records no longer than this.
     *
     * @throws org.apache.kafka.common.KafkaException if Kafka does not answer
     */
    void poll(Duration wait) {
        Instant now = clock.instant();
        // a clock that was set back must not delay the search
        if (now.isBefore(lookedAt) || !now.isBefore(lookedAt.plus(LOOK_FOR_PARTITIONS))) {
            lookedAt = now;
            followTopics();
        }
        if (!topics.followsAny()) {
            // there is no partition to poll, so the caller pauses
            return;
        }
        ConsumerRecords<String, byte[]> records = topics.poll(wait);
        records.records(Topics.POOLS).forEach(record -> take(record, this::takePool));
        records.records(Topics.REDIRECTS).forEach(record -> take(record, this::takeOrder));
        tellWhatIsKnown();
    }

    /** Whether there is any partition to poll. */
    boolean hasPartitions() {
        return topics.followsAny();
    }

    private void followTopics() {
        follow(Topics.POOLS, TopicStart.BEGINNING);
        if (poolsKnown) {
            follow(Topics.REDIRECTS, TopicStart.since(clock.instant().minus(readBack)));
        }
    }

    private void follow(String topic, TopicStart start) {
        Set<TopicPartition> found = topics.follow(topic, start);
        if (!found.isEmpty()) {
            LOG.info("partitions={} reading", found);
        }
    }

    private void tellWhatIsKnown() {
        if (!poolsKnown && topics.caughtUp(Topics.POOLS)) {
            poolsKnown = true;
            handler.poolsKnown();
            // orders need not wait for the next search
            lookedAt = Instant.MIN;
        }
        if (caughtUp()) {
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
        if (topics.isEarlier(record)) {
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
        undecodable
                .next(clock.instant())
                .ifPresent(count -> LOG.warn(
                        "partition={}-{} offset={} skipped ({} since the last log line): {}",
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        count,
                        why));
    }
}
