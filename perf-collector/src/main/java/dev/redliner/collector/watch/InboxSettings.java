package dev.redliner.collector.watch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** The settings of the consumers of watches and pools. */
public final class InboxSettings {
    private InboxSettings() {}

    /** @param connection bootstrap servers, security and other connection settings */
    public static Map<String, Object> of(Map<String, Object> connection) {
        var settings = new HashMap<>(connection);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "redliner-collector-inbox");
        // a fetch is answered as soon as there is a record; until then, less frequent fetches cost less
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 5_000);
        // no part reads beans of JMX
        settings.put(ConsumerConfig.METRIC_REPORTER_CLASSES_CONFIG, List.of());
        return settings;
    }
}
