package dev.redliner.cli;

import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The API's answers as JSON and YAML. */
public final class Documents {
    /** Reads and writes the JSON of the API. */
    public static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Documents() {}

    /** Prints a value as a document. The table format is printed as JSON. */
    public static String print(Object value, OutputFormat format) {
        return switch (format) {
            case table, json -> JSON.writeValueAsString(value) + "\n";
            case yaml -> yaml(value);
        };
    }

    private static String yaml(Object value) {
        Object plain = JSON.convertValue(value, new TypeReference<Object>() {});
        return new Dump(DumpSettings.builder()
                        .setDefaultFlowStyle(FlowStyle.BLOCK)
                        .build())
                .dumpToString(plain == null ? Map.of() : plain);
    }
}
