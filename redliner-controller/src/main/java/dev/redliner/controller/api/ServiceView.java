package dev.redliner.controller.api;

import dev.redliner.controller.run.RunMessages;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A service for programs.
 *
 * @param name its name
 * @param revision counts up with each change; it is the ETag
 * @param updatedAt when it was last changed
 * @param updatedBy by whom; null if nobody said
 * @param definition what its YAML says, as JSON; empty if it is no YAML
 * @param problem why it cannot be measured until it is corrected and applied again; null if it can
 */
record ServiceView(
        String name,
        long revision,
        Instant updatedAt,
        @Nullable String updatedBy,
        Map<String, Object> definition,
        @Nullable String problem) {

    static ServiceView of(StoredService stored) {
        String problem = ServiceCatalog.problem(stored)
                .map(it -> RunMessages.invalidService(it.service(), it.problem()))
                .orElse(null);
        return new ServiceView(
                stored.name(),
                stored.revision(),
                stored.updatedAt(),
                stored.updatedBy(),
                definition(stored.text()),
                problem);
    }

    /** What an earlier version stored may be anything. */
    private static Map<String, Object> definition(String text) {
        Map<String, Object> definition = new LinkedHashMap<>();
        try {
            if (new Load(LoadSettings.builder().build()).loadFromString(text) instanceof Map<?, ?> yaml) {
                yaml.forEach((key, value) -> definition.put(String.valueOf(key), value));
            }
        } catch (YamlEngineException e) {
            return Map.of();
        }
        return definition;
    }
}
