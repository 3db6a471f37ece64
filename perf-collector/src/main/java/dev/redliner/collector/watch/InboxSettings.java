package dev.redliner.collector.watch;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The settings of the consumers of watches and pools: no group, so that each collector reads all records. */
public final class InboxSettings {
    private InboxSettings() {}

    /** @param connection bootstrap servers, security and other connection settings */
    public static Map<String, Object> of(Map<String, Object> connection) {
        var settings = new HashMap<>(connection);
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "redliner-collector-inbox");
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // a fetch is answered as soon as there is a record; until then, less frequent fetches cost less
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 5_000);
        settings.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        settings.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 2_000);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return settings;
    }
}
