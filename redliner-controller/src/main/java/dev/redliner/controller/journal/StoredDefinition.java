package dev.redliner.controller.journal;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.service.Limits;
import dev.redliner.service.Sampling;
import dev.redliner.service.ServiceDefinition;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The definition of a run as stored in the journal. A damaged definition, or one stored by another version, provides as
 * much as can be read.
 *
 * @param whole the definition; null if it cannot be read
 * @param pool its pool; null if the pool cannot be read either
 * @param problem why the definition cannot be read; empty if it can
 */
public record StoredDefinition(@Nullable ServiceDefinition whole, @Nullable Pool pool, String problem) {

    public static StoredDefinition read(JsonMapper json, String text) {
        try {
            ServiceDefinition whole = Objects.requireNonNull(json.readValue(text, ServiceDefinition.class), "nothing");
            return new StoredDefinition(whole, whole.pool(), "");
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            return new StoredDefinition(null, pool(json, text), firstLine(e));
        }
    }

    private static @Nullable Pool pool(JsonMapper json, String text) {
        try {
            return json.treeToValue(json.readTree(text).path("pool"), Pool.class);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            return null;
        }
    }

    /** Uses the first line of the message: Jackson adds the location in further lines. */
    private static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    /**
     * A definition that suffices to restore the traffic and to observe the restore; empty if the pool cannot be read
     * either.
     */
    Optional<ServiceDefinition> toRestore() {
        if (whole != null) {
            return Optional.of(whole);
        }
        return Optional.ofNullable(pool)
                .map(it -> new ServiceDefinition(
                        it,
                        List.of(),
                        Limits.DEFAULT,
                        Sampling.DEFAULT,
                        null,
                        List.of(),
                        ServiceDefinition.USUAL_PROFILE));
    }
}
