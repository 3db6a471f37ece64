package dev.redliner.standalone.restore;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.controller.outbox.KafkaOutbox;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Kafka access without a controller: reads the pools and the tokens of recent orders, and sends orders to restore. */
final class KafkaRestore {
    private static final Logger log = LoggerFactory.getLogger(KafkaRestore.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final Duration POLL = Duration.ofMillis(200);
    /** Orders are valid for seconds. Tokens older than this belong to leases that ended long ago. */
    private static final Duration LOOK_BACK = Duration.ofMinutes(10);

    private final Map<String, Object> settings;

    /** @param settings of a Kafka client, its brokers among them */
    KafkaRestore(Map<String, Object> settings) {
        this.settings = Map.copyOf(settings);
    }

    /**
     * All published pools, also those whose Envoys keep the configuration of a deleted service.
     *
     * @throws org.apache.kafka.common.KafkaException if no broker answers
     */
    Map<String, Pool> pools() {
        Map<String, PoolRecord> records = new TreeMap<>();
        read(Topics.POOLS, Instant.EPOCH, message -> {
            if (message.value() != null) {
                PoolRecord record = JSON.readValue(message.value(), PoolRecord.class);
                if (record.supersedes(records.get(record.name()))) {
                    records.put(record.name(), record);
                }
            }
        });
        Map<String, Pool> pools = new TreeMap<>();
        records.values().forEach(record -> record.definition().ifPresent(pool -> pools.put(pool.name(), pool)));
        return pools;
    }

    /**
     * By pool: the highest token of a recent order.
     *
     * @throws org.apache.kafka.common.KafkaException if no broker answers
     */
    Map<String, Long> tokens(Instant now) {
        Map<String, Long> tokens = new TreeMap<>();
        read(Topics.REDIRECTS, now.minus(LOOK_BACK), message -> {
            if (message.value() != null) {
                RedirectOrder order = JSON.readValue(message.value(), RedirectOrder.class);
                tokens.merge(order.pool(), order.token(), Math::max);
            }
        });
        return tokens;
    }

    private void read(String topic, Instant from, Consumer<ConsumerRecord<String, byte[]>> reader) {
        var own = new HashMap<>(settings);
        own.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        own.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        own.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
        try (var consumer = new KafkaConsumer<>(own, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(it -> new TopicPartition(topic, it.partition()))
                    .toList();
            consumer.assign(partitions);
            seek(consumer, partitions, from);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long until = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() < until
                    && partitions.stream().anyMatch(it -> consumer.position(it) < ends.getOrDefault(it, 0L))) {
                consumer.poll(POLL).forEach(message -> deliver(message, reader));
            }
        }
    }

    private static void seek(KafkaConsumer<?, ?> consumer, Collection<TopicPartition> partitions, Instant from) {
        var times = partitions.stream().collect(Collectors.toMap(it -> it, it -> from.toEpochMilli()));
        consumer.offsetsForTimes(times).forEach((partition, found) -> {
            if (found == null) {
                consumer.seekToEnd(List.of(partition));
            } else {
                consumer.seek(partition, found.offset());
            }
        });
    }

    private static void deliver(
            ConsumerRecord<String, byte[]> message, Consumer<ConsumerRecord<String, byte[]>> reader) {
        try {
            reader.accept(message);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            log.warn("topic={} offset={} cannot be read: {}", message.topic(), message.offset(), e.getMessage());
        }
    }

    /** Sends orders, and returns the failures by name. */
    List<String> send(Collection<RedirectOrder> orders) {
        List<String> failures = new CopyOnWriteArrayList<>();
        try (KafkaOutbox outbox = KafkaOutbox.on(settings, JSON, new SimpleMeterRegistry())) {
            orders.forEach(order -> outbox.send(order, why -> failures.add(order.pool() + ": " + why)));
            outbox.flush();
        }
        return List.copyOf(failures);
    }
}
