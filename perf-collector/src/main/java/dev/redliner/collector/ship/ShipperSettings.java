package dev.redliner.collector.ship;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The settings of the producer of samples: bounded in memory and in time, because a late sample has no value. */
public final class ShipperSettings {
    private static final int BUFFER_BYTES = 16 << 20;

    private ShipperSettings() {}

    /** @param connection bootstrap servers, security and other connection settings */
    public static Map<String, Object> of(Map<String, Object> connection) {
        var settings = new HashMap<>(connection);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "redliner-collector");
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 5);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 50);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 2_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 4_000);
        settings.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        // no part reads beans of JMX
        settings.put(ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG, List.of());
        settings.put(ProducerConfig.METADATA_MAX_AGE_CONFIG, 2_000);
        return settings;
    }
}
