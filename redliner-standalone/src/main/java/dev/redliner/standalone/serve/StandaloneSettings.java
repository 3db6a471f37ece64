package dev.redliner.standalone.serve;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Settings for the start of a standalone.
 *
 * @param data folder for Kafka's log and the database; created if absent
 * @param kafkaPort port for outside collectors; 0 takes a free one
 * @param properties further Spring properties; they take precedence over files and environment variables
 */
public record StandaloneSettings(Path data, int kafkaPort, Map<String, Object> properties) {
    static final String HTTP = "server.port";
    static final String XDS = "redliner.redirector.xds.port";
    static final String DATA = "redliner.data";

    public StandaloneSettings {
        properties = Map.copyOf(properties);
    }

    /** Settings for demos: Envoys and collectors connect to free ports. */
    public static StandaloneSettings onPort(int http, Path data, Map<String, Object> more) {
        Map<String, Object> properties = new HashMap<>(more);
        properties.put(HTTP, http);
        properties.put(XDS, 0);
        return new StandaloneSettings(data, 0, properties);
    }
}
