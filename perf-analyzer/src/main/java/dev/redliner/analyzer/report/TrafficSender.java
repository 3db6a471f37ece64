package dev.redliner.analyzer.report;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.traffic.TrafficCodec;
import dev.redliner.contracts.traffic.TrafficMinute;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends pools' minutes to {@link Topics#TRAFFIC}. It has a separate producer, because a verdict must not wait behind
 * many minutes. It sends on a separate thread, which may wait for Kafka. A minute that Kafka does not accept within 30
 * s is a gap. Safe for concurrent use.
 */
public final class TrafficSender implements Consumer<TrafficMinute>, AutoCloseable {
    private static final int BUFFER_BYTES = 4 << 20;
    /** Minutes that wait while Kafka is unavailable; further minutes become gaps. */
    private static final int MOST_WAITING = 10_000;

    private final Producer<String, byte[]> producer;
    private final Counter unsent;
    private final ThreadPoolExecutor thread;

    /** @param kafka connection settings of a producer; the settings that this class requires override them */
    public static TrafficSender of(Map<String, Object> kafka, MeterRegistry registry) {
        return new TrafficSender(new KafkaProducer<>(producerSettings(kafka)), registry);
    }

    TrafficSender(Producer<String, byte[]> producer, MeterRegistry registry) {
        this.producer = producer;
        thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), task -> {
            var sending = new Thread(task, "redliner-analyzer-traffic");
            sending.setDaemon(true);
            return sending;
        });
        unsent = Counter.builder("redliner.analyzer.traffic.unsent")
                .description("Minutes of pool traffic not accepted by Kafka")
                .register(registry);
    }

    private static Map<String, Object> producerSettings(Map<String, Object> connection) {
        var settings = new HashMap<>(connection);
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 100);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        settings.put(ProducerConfig.METADATA_MAX_AGE_CONFIG, 2_000);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 500);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 30_000);
        return settings;
    }

    @Override
    public void accept(TrafficMinute minute) {
        try {
            thread.execute(() -> send(minute));
        } catch (RejectedExecutionException e) {
            unsent.increment();
        }
    }

    private void send(TrafficMinute minute) {
        try {
            var record = new ProducerRecord<>(Topics.TRAFFIC, minute.pool(), TrafficCodec.encode(minute));
            producer.send(record, (metadata, failure) -> {
                if (failure != null) {
                    unsent.increment();
                }
            });
        } catch (KafkaException e) {
            unsent.increment();
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        producer.close(Duration.ofSeconds(2));
    }
}
