package dev.redliner.hostmodel;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The scenarios that ship with Redliner. */
public final class OwnScenarios {
    private OwnScenarios() {}

    /** The scenarios' names with their true redlines in requests per second, by each scenario's own rules. */
    public static SortedMap<String, Double> truths() {
        try {
            JsonNode known = new JsonMapper().readTree(read("truth.json"));
            var truths = new TreeMap<String, Double>();
            known.properties()
                    .forEach(host -> truths.put(
                            host.getKey(), host.getValue().path("truth").asDouble()));
            return truths;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The text of a scenario's file.
     *
     * @throws FileNotFoundException if there is no file of this name
     */
    public static String read(String file) throws IOException {
        try (InputStream in = OwnScenarios.class.getResourceAsStream("/scenarios/" + file)) {
            if (in == null) {
                throw new FileNotFoundException(file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
