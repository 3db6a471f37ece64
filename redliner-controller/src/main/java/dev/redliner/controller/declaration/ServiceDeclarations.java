package dev.redliner.controller.declaration;

import dev.redliner.controller.access.Identity;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.ServiceCatalog.Applied;
import dev.redliner.controller.service.StaleRevision;
import dev.redliner.controller.service.StoredService;
import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Changes of services by callers.
 *
 * <p>All methods throw {@link dev.redliner.controller.access.AccessRefused} if the caller may not change the service,
 * {@link StaleRevision} if it has another revision than expected, and {@link ServiceInUse} during a run: with another
 * SUT or other hosts, the live share would move traffic to hosts that are not measured.
 */
public final class ServiceDeclarations {
    private final ServiceCatalog catalog;
    private final Runs runs;
    private final AuditLog audit;

    ServiceDeclarations(ServiceCatalog catalog, Runs runs, AuditLog audit) {
        this.catalog = catalog;
        this.runs = runs;
        this.audit = audit;
    }

    /**
     * Creates or changes a service.
     *
     * @param name the name that the text must declare
     * @param yaml the text
     * @param expected the revision that the service must have; 0: it must not exist; empty: any revision
     */
    public Applied apply(String name, String yaml, OptionalLong expected, Identity caller)
            throws InvalidService, StaleRevision, ServiceInUse {
        ServiceDefinition service = ServiceYaml.parse(null, yaml);
        if (!service.name().equals(name)) {
            throw new InvalidService(List.of(Declared.otherName("service", service.name(), name)), yaml);
        }
        caller.require(Right.CONFIGURE, name);
        ServiceInUse.requireNone(runs, name);
        String before = words(catalog.stored(name));
        Applied applied = catalog.apply(service, yaml, expected, caller.name());
        String after = Declared.words(applied.revision(), yaml);
        audit.record(new AuditEntry(caller.name(), AuditAction.SERVICE_APPLIED, name, before, after, ""));
        return applied;
    }

    /**
     * Removes a service.
     *
     * @param expected the revision that the service must have; empty: any revision
     * @return false if there is no such service
     */
    public boolean delete(String name, OptionalLong expected, Identity caller) throws StaleRevision, ServiceInUse {
        caller.require(Right.CONFIGURE, name);
        ServiceInUse.requireNone(runs, name);
        String before = words(catalog.stored(name));
        if (!catalog.delete(name, expected, caller.name())) {
            return false;
        }
        audit.record(new AuditEntry(caller.name(), AuditAction.SERVICE_REMOVED, name, before, "", ""));
        return true;
    }

    private static String words(Optional<StoredService> stored) {
        return stored.map(it -> Declared.words(it.revision(), it.text())).orElse("");
    }
}
