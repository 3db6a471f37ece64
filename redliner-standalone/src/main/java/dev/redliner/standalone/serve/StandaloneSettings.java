package dev.redliner.standalone.serve;

import java.nio.file.Path;
import java.util.Map;

/**
 * How the standalone starts.
 *
 * @param data folder for Kafka's log and the database; created if absent
 * @param httpPort for the API and the pages; 0 takes a free one
 * @param xdsPort where Envoys connect; 0 takes a free one
 * @param kafkaPort where outside collectors may send; 0 takes a free one
 * @param properties further Spring properties
 */
public record StandaloneSettings(Path data, int httpPort, int xdsPort, int kafkaPort, Map<String, Object> properties) {
    public static final int HTTP_PORT = 8770;
    public static final int XDS_PORT = 8779;

    public StandaloneSettings {
        properties = Map.copyOf(properties);
    }

    /** On free ports, for demos and tests. */
    public static StandaloneSettings onFreePorts(Path data) {
        return new StandaloneSettings(data, 0, 0, 0, Map.of());
    }
}
