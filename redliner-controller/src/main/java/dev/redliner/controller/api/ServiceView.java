package dev.redliner.controller.api;

import dev.redliner.controller.service.StoredService;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A service for programs.
 *
 * @param name its name
 * @param revision counts up with each change; it is the ETag
 * @param updatedAt when it was last changed
 * @param updatedBy by whom; null if nobody said
 * @param definition what its YAML says, as JSON
 */
record ServiceView(
        String name, long revision, Instant updatedAt, @Nullable String updatedBy, Map<String, Object> definition) {

    static ServiceView of(StoredService stored) {
        Object yaml = new Load(LoadSettings.builder().build()).loadFromString(stored.text());
        @SuppressWarnings("unchecked") // only mappings are stored, see ServiceYaml
        Map<String, Object> definition = (Map<String, Object>) yaml;
        return new ServiceView(stored.name(), stored.revision(), stored.updatedAt(), stored.updatedBy(), definition);
    }
}
