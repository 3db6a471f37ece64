package dev.redliner.controller.api;

import dev.redliner.controller.run.message.RefusalMessages;
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
 * A service, for programs.
 *
 * @param name its name
 * @param revision counts up with each change; this is the ETag
 * @param updatedAt when it was last changed
 * @param updatedBy the caller that changed it; null if it was not recorded
 * @param definition the contents of its YAML, as JSON; empty if the text is not YAML
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
                .map(it -> RefusalMessages.invalidService(it.service(), it.problem()))
                .orElse(null);
        return new ServiceView(
                stored.name(),
                stored.revision(),
                stored.updatedAt(),
                stored.updatedBy(),
                definition(stored.text()),
                problem);
    }

    /** The contents of a YAML text. Tolerates any text, because earlier versions may have stored it. */
    static Map<String, Object> definition(String text) {
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
