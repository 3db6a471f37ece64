package dev.redliner.controller.service;

import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The declared services. */
public interface ServiceCatalog extends ServiceLookup {
    /** The result of applying a service. */
    record Applied(long revision, boolean created) {}

    /** All services, by name. */
    List<StoredService> list();

    /**
     * Some services, by name.
     *
     * @param after the name before the first of them; empty: from the first service
     * @param most so many at most
     */
    List<StoredService> list(String after, int most);

    /** A service with the text as it was written. */
    Optional<StoredService> stored(String name);

    /** Those of some services that exist, from a single read of the catalog. */
    default List<StoredService> stored(Set<String> names) {
        return names.stream().flatMap(name -> stored(name).stream()).toList();
    }

    @Override
    default Optional<ServiceDefinition> find(String name) {
        return stored(name).map(stored -> parsed(name, stored.text()));
    }

    /**
     * Parses a stored text.
     *
     * @throws UnreadableService if this version refuses the text
     */
    static ServiceDefinition parsed(String name, String text) {
        try {
            return ServiceYaml.parse(null, text);
        } catch (InvalidService e) {
            throw UnreadableService.of(name, e);
        }
    }

    /** Why a stored service cannot be measured; empty if it can. Its Envoys are served in both cases. */
    static Optional<UnreadableService> problem(StoredService stored) {
        try {
            parsed(stored.name(), stored.text());
            return Optional.empty();
        } catch (UnreadableService e) {
            return Optional.of(e);
        }
    }

    /** The services and pools, from a single read of the catalog. */
    CatalogSnapshot snapshot();

    /**
     * A pool whose record cannot be created.
     *
     * @param name the name of its service
     * @param revision the revision of its record
     * @param frozen whether its Envoys keep configuration that is no longer declared
     * @param problem the problem and how to correct it
     */
    record UnreadablePool(String name, long revision, boolean frozen, UnreadableService problem) {}

    /**
     * Creates or changes a service, and notifies the listeners.
     *
     * @param service the service
     * @param text the YAML that declares it
     * @param expected the revision that the service must have; 0: it must not exist; empty: any revision
     * @param who the caller
     * @throws StaleRevision if it has another revision
     */
    Applied apply(ServiceDefinition service, String text, OptionalLong expected, String who) throws StaleRevision;

    /**
     * Removes a service, and notifies the listeners. The configuration that Envoys have from its last definition in
     * mode full is frozen until the service is applied again or withdrawn.
     *
     * @return false if there was no such service
     * @throws StaleRevision if it has another revision
     */
    boolean delete(String name, OptionalLong expected, String who) throws StaleRevision;

    /**
     * Takes frozen configuration away from Envoys, and notifies the listeners.
     *
     * @param expected the revision that the pool's record must have; empty: any revision
     * @return false if there is no frozen configuration
     * @throws StaleRevision if the record has another revision
     */
    boolean withdraw(String name, OptionalLong expected, String who) throws StaleRevision;
}
