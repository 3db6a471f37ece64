package dev.redliner.controller.service;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The services that were declared. */
public interface ServiceCatalog {
    /** What applying a service did. */
    record Applied(long revision, boolean created) {}

    /** All of them, by name. */
    List<StoredService> list();

    /** A service as it was written. */
    Optional<StoredService> stored(String name);

    /**
     * What a service declares.
     *
     * @throws IllegalStateException if what is stored does not hold any more, such as after an upgrade
     */
    default Optional<ServiceDefinition> find(String name) {
        return stored(name).map(stored -> {
            try {
                return ServiceYaml.parse(null, stored.text());
            } catch (InvalidService e) {
                throw new IllegalStateException("service " + name + " does not hold any more: " + e.getMessage(), e);
            }
        });
    }

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
     * Removes a service, and tells the listeners.
     *
     * @return false if there was none
     * @throws StaleRevision if it has another revision
     */
    boolean delete(String name, OptionalLong expected) throws StaleRevision;
}
