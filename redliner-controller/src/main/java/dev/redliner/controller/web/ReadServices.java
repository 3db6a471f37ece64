package dev.redliner.controller.web;

import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The facts of service definitions that lists show. Reading a definition takes about a millisecond, and a list of
 * hundreds is asked for every two seconds, so each revision is read once. Thread-safe.
 */
@Component
class ReadServices {
    private final Map<String, Read> byName = new ConcurrentHashMap<>();

    /**
     * A definition.
     *
     * @param revision its revision
     * @param hosts number of hosts of its pool; 0 if it cannot be read
     * @param problem why this version cannot read it; null if it can
     */
    record Read(long revision, int hosts, @Nullable String problem) {}

    Read of(StoredService service) {
        return byName.compute(
                service.name(),
                (name, read) -> read != null && read.revision() == service.revision() ? read : read(service));
    }

    private static Read read(StoredService service) {
        return ServiceCatalog.problem(service)
                .map(problem -> new Read(service.revision(), 0, problem.getMessage()))
                .orElseGet(() -> new Read(
                        service.revision(),
                        ServiceCatalog.parsed(service.name(), service.text())
                                .pool()
                                .hosts()
                                .size(),
                        null));
    }
}
