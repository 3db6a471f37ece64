package dev.redliner.analyzer.report;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.verdict.Verdict;
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
 * Sends verdicts immediately and within a short time limit. A verdict that cannot be sent within seconds has no value;
 * without verdicts the controller holds and then restores. Safe for concurrent use.
 */
public final class VerdictSender implements Consumer<Verdict>, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(VerdictSender.class);

    private final Producer<String, byte[]> producer;
    private final JsonMapper json;
    private final BreachLog breaches = new BreachLog();
    private final Counter sent;
    private final Counter unsent;
    private volatile boolean failing;

    /** @param kafka connection settings of a producer; the settings that this class requires override them */
    public static VerdictSender of(Map<String, Object> kafka, JsonMapper json, MeterRegistry registry) {
        return new VerdictSender(new KafkaProducer<>(producerSettings(kafka)), json, registry);
    }

    VerdictSender(Producer<String, byte[]> producer, JsonMapper json, MeterRegistry registry) {
        this.producer = producer;
        this.json = json;
        sent = Counter.builder("redliner.analyzer.verdicts")
                .description("Verdicts sent")
                .register(registry);
        unsent = Counter.builder("redliner.analyzer.verdicts.unsent")
                .description("Verdicts not accepted by Kafka")
                .register(registry);
    }

    static Map<String, Object> producerSettings(Map<String, Object> connection) {
        var settings = new HashMap<>(connection);
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.METADATA_MAX_AGE_CONFIG, 2_000);
        // the reading thread waits at most this long for a topic that does not exist
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 500);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 2_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 4_000);
        return settings;
    }

    @Override
    public void accept(Verdict verdict) {
        breaches.on(verdict);
        try {
            var record = new ProducerRecord<>(Topics.VERDICTS, verdict.pool(), json.writeValueAsBytes(verdict));
            producer.send(record, (metadata, failure) -> done(verdict, failure));
        } catch (KafkaException e) {
            done(verdict, e);
        }
    }

    private void done(Verdict verdict, @Nullable Exception failure) {
        if (failure == null) {
            sent.increment();
            failing = false;
            return;
        }
        unsent.increment();
        if (!failing) {
            failing = true;
            log.warn(
                    "run={} pool={} verdict not sent ({}); the controller holds without it",
                    verdict.run(),
                    verdict.pool(),
                    failure.toString());
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(2));
    }
}
