package dev.redliner.settings;

import dev.redliner.settings.KnownSettings.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads Spring's configuration metadata from the class path.
 *
 * <p>Deprecated settings of level {@code error} no longer have an effect and are left out.
 */
final class Metadata {
    private static final List<String> RESOURCES = List.of(
            "META-INF/spring-configuration-metadata.json",
            "META-INF/additional-spring-configuration-metadata.json",
            "META-INF/spring/additional-spring-configuration-metadata.json");

    private Metadata() {}

    /** @param wanted whether a metadata file with that text is to be read */
    static List<Setting> settings(Predicate<String> wanted) {
        JsonMapper json = JsonMapper.builder().build();
        List<Setting> settings = new ArrayList<>();
        texts().stream()
                .filter(wanted)
                .forEach(text -> json.readTree(text).path("properties").forEach(property -> add(property, settings)));
        return settings;
    }

    private static void add(JsonNode property, List<Setting> settings) {
        String name = property.path("name").asString("");
        boolean withoutEffect =
                "error".equals(property.path("deprecation").path("level").asString(""));
        if (!withoutEffect && !name.isEmpty()) {
            settings.add(new Setting(name, below(name, property)));
        }
    }

    private static Below below(String name, JsonNode property) {
        String field = name.substring(name.lastIndexOf('.') + 1);
        return RecordFields.below(property.path("sourceType").asString(""), field)
                .orElseGet(() -> belowType(property.path("type").asString("")));
    }

    /** Without a record, any name may follow a map, and an index may follow each other setting. */
    private static Below belowType(String type) {
        return type.startsWith("java.util.Map") || type.equals("java.util.Properties")
                ? new Below.Entries(new Below.Anything())
                : new Below.Elements(new Below.Anything());
    }

    private static List<String> texts() {
        List<String> texts = new ArrayList<>();
        try {
            for (String resource : RESOURCES) {
                for (URL url : Collections.list(Metadata.class.getClassLoader().getResources(resource))) {
                    try (InputStream in = url.openStream()) {
                        texts.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the configuration metadata", e);
        }
        return texts;
    }
}
