package dev.redliner.standalone.restore;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.controller.outbox.KafkaOutbox;
import dev.redliner.kafka.TopicSnapshot;
import dev.redliner.kafka.TopicStart;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Kafka access without a controller: reads the pools and the tokens of recent orders, and sends orders to restore. */
final class KafkaRestore {
    private static final Logger log = LoggerFactory.getLogger(KafkaRestore.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** For one topic, which is small: pools, and the orders of minutes. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    /** Orders are valid for seconds. Tokens older than this belong to leases that ended long ago. */
    private static final Duration LOOK_BACK = Duration.ofMinutes(10);

    private final Map<String, Object> settings;
    private final Duration patience;
    private final List<String> incomplete = new ArrayList<>();

    /** @param settings of a Kafka client, its brokers among them */
    KafkaRestore(Map<String, Object> settings) {
        this(settings, PATIENCE);
    }

    /**
     * @param settings of a Kafka client, its brokers among them
     * @param patience how long one topic may take
     */
    KafkaRestore(Map<String, Object> settings, Duration patience) {
        this.settings = Map.copyOf(settings);
        this.patience = patience;
    }

    String brokers() {
        return String.valueOf(settings.get("bootstrap.servers"));
    }

    /**
     * All published pools, also those whose Envoys keep the configuration of a deleted service.
     *
     * @throws org.apache.kafka.common.KafkaException if no broker answers
     */
    Map<String, Pool> pools() {
        Map<String, PoolRecord> records = new TreeMap<>();
        read(Topics.POOLS, TopicStart.BEGINNING, message -> {
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
        read(Topics.REDIRECTS, TopicStart.since(now.minus(LOOK_BACK)), message -> {
            if (message.value() != null) {
                RedirectOrder order = JSON.readValue(message.value(), RedirectOrder.class);
                tokens.merge(order.pool(), order.token(), Math::max);
            }
        });
        return tokens;
    }

    private void read(String topic, TopicStart start, Consumer<ConsumerRecord<String, byte[]>> reader) {
        if (!new TopicSnapshot(settings, patience).read(topic, start, message -> deliver(message, reader))) {
            incomplete.add(topic);
        }
    }

    /** The topics that could not be read to their end in time. */
    List<String> incomplete() {
        return List.copyOf(incomplete);
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
