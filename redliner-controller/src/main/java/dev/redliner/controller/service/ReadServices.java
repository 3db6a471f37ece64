package dev.redliner.controller.service;

import dev.redliner.service.ServiceDefinition;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The definitions of stored services. Reading one takes milliseconds, because its rules are compiled, and lists of
 * hundreds are needed every few seconds, so each text is read once. Thread-safe.
 */
public final class ReadServices {
    private final Map<String, Read> byName = new ConcurrentHashMap<>();

    /**
     * A stored text.
     *
     * @param definition its contents; null if this version cannot read it
     * @param problem why this version cannot read it; null if it can
     */
    public record Read(String text, @Nullable ServiceDefinition definition, @Nullable String problem) {
        /** Number of hosts of the pool; 0 if the text cannot be read. */
        public int hosts() {
            return definition == null ? 0 : definition.pool().hosts().size();
        }
    }

    public Read of(StoredService service) {
        return byName.compute(
                service.name(),
                (name, read) -> read != null && read.text().equals(service.text()) ? read : read(service));
    }

    /** The definition of a service; empty if this version cannot read it. */
    public Optional<ServiceDefinition> definition(StoredService service) {
        return Optional.ofNullable(of(service).definition());
    }

    private static Read read(StoredService service) {
        try {
            return new Read(service.text(), ServiceCatalog.parsed(service.name(), service.text()), null);
        } catch (UnreadableService e) {
            return new Read(service.text(), null, e.getMessage());
        }
    }
}
