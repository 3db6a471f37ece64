package dev.redliner.controller.notification;

import dev.redliner.contracts.Topics;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Sends CloudEvents to {@link Topics#EVENTS_OUT}, in structured mode, keyed by service. */
final class TopicChannel implements Channel, AutoCloseable {
    private static final int DELIVERY_MS = 10_000;

    private final Map<String, Object> settings;
    private final EventDocument document;
    /** Created for the first event, because most of the time there is none. */
    private @Nullable KafkaProducer<String, byte[]> producer;

    TopicChannel(Map<String, Object> kafka, EventDocument document) {
        settings = new HashMap<>(kafka);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MS);
        this.document = document;
    }

    @Override
    public void send(LifecycleEvent event) throws DeliveryFailed {
        String key = event.service().isEmpty() ? null : event.service();
        var record = new ProducerRecord<String, byte[]>(Topics.EVENTS_OUT, key, document.bytes(event));
        record.headers().add("content-type", EventDocument.TYPE.getBytes(StandardCharsets.UTF_8));
        try {
            producer().send(record).get(DELIVERY_MS + 1_000L, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw DeliveryFailed.forNow(String.valueOf(e.getCause()), null);
        } catch (TimeoutException | KafkaException e) {
            throw DeliveryFailed.forNow(e.toString(), null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw DeliveryFailed.forNow("interrupted", null);
        }
    }

    private synchronized KafkaProducer<String, byte[]> producer() {
        KafkaProducer<String, byte[]> existing = producer;
        if (existing == null) {
            existing = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
            producer = existing;
        }
        return existing;
    }

    @Override
    public String address() {
        return "topic " + Topics.EVENTS_OUT;
    }

    @Override
    public synchronized void close() {
        if (producer != null) {
            producer.close(java.time.Duration.ofSeconds(1));
        }
    }
}
