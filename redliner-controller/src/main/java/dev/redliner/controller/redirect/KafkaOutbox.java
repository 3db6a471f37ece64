package dev.redliner.controller.redirect;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.watch.Watch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * The outbox on Kafka. An order that could not be delivered within its validity is dropped and not sent late: a late
 * order would be refused anyhow, and the next one says what holds then.
 */
public final class KafkaOutbox implements Outbox, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KafkaOutbox.class);
    private static final int DELIVERY_MS = 2_500;

    private final Producer<String, byte[]> producer;
    private final JsonMapper json;
    private final Counter failures;

    KafkaOutbox(Producer<String, byte[]> producer, JsonMapper json, MeterRegistry meters) {
        this.producer = producer;
        this.json = json;
        this.failures = Counter.builder("redliner.controller.send.failures")
                .description("Orders, watches and pools that Kafka did not take in time")
                .register(meters);
    }

    /** An outbox on a broker. */
    public static KafkaOutbox on(Map<String, Object> kafka, JsonMapper json, MeterRegistry meters) {
        var settings = new HashMap<>(kafka);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 1_000);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 1_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MS);
        settings.put(ProducerConfig.METADATA_MAX_AGE_CONFIG, 2_000);
        return new KafkaOutbox(
                new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer()), json, meters);
    }

    @Override
    public void send(RedirectOrder order, Consumer<String> failed) {
        send(Topics.REDIRECTS, order.pool(), order, failed);
    }

    @Override
    public void send(Watch watch, Consumer<String> failed) {
        send(Topics.WATCHES, watch.pool(), watch, failed);
    }

    @Override
    public void publish(Pool pool) {
        send(Topics.POOLS, pool.name(), pool, why -> log.warn("pool={} could not be made known: {}", pool.name(), why));
    }

    @Override
    public void forget(String pool) {
        send(Topics.POOLS, pool, null, why -> log.warn("pool={} could not be forgotten: {}", pool, why));
    }

    private void send(String topic, String key, @Nullable Object value, Consumer<String> failed) {
        byte[] bytes = value == null ? null : json.writeValueAsBytes(value);
        try {
            producer.send(new ProducerRecord<>(topic, key, bytes), (metadata, error) -> {
                if (error != null) {
                    failures.increment();
                    failed.accept(topic + ": " + error.getMessage());
                }
            });
        } catch (KafkaException e) {
            failures.increment();
            failed.accept(topic + ": " + e.getMessage());
        }
    }

    /** Waits until all that was sent was delivered or has failed. */
    public void flush() {
        producer.flush();
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(1));
    }
}
