package dev.redliner.controller.service;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The services that were declared. */
public interface ServiceCatalog extends ServiceLookup {
    /** What applying a service did. */
    record Applied(long revision, boolean created) {}

    /** All of them, by name. */
    List<StoredService> list();

    /** A service as it was written. */
    Optional<StoredService> stored(String name);

    @Override
    default Optional<ServiceDefinition> find(String name) {
        return stored(name).map(stored -> parsed(name, stored.text()));
    }

    /**
     * What a stored text declares.
     *
     * @throws UnreadableService if this version refuses it
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

    /** Services and pools. It reads the catalog once. */
    CatalogSnapshot snapshot();

    /**
     * A pool of which no record can be made.
     *
     * @param name its service
     * @param revision of its record
     * @param frozen whether its Envoys keep configuration that is no longer declared
     * @param problem what is wrong and what would be right
     */
    record UnreadablePool(String name, long revision, boolean frozen, UnreadableService problem) {}

    /**
     * Creates or changes a service, and tells the listeners.
     *
     * @param service the service
     * @param text the YAML that declares it
     * @param expected the revision it must have; empty: whichever it has
     * @param who who asks
     * @throws StaleRevision if it has another revision
     */
    Applied apply(ServiceDefinition service, String text, OptionalLong expected, String who) throws StaleRevision;

    /**
     * Removes a service, and tells the listeners. The configuration that Envoys have from its last definition in mode full is
     * frozen until the service is applied again or withdrawn.
     *
     * @return false if there was none
     * @throws StaleRevision if it has another revision
     */
    boolean delete(String name, OptionalLong expected, String who) throws StaleRevision;

    /**
     * Takes frozen configuration away from Envoys, and tells the listeners.
     *
     * @param expected the revision that the pool's record must have; empty: whichever it has
     * @return false if there is no frozen configuration
     * @throws StaleRevision if the record has another revision
     */
    boolean withdraw(String name, OptionalLong expected, String who) throws StaleRevision;
}
