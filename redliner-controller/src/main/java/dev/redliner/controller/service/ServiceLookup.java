package dev.redliner.controller.service;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.service.ServiceDefinition;
import java.util.Optional;

/** Finds a service and its pool by name. This is the part of the catalog that is needed to start a run. */
public interface ServiceLookup {
    /**
     * The definition of a service.
     *
     * @throws UnreadableService if this version refuses the stored definition, such as after an upgrade
     */
    Optional<ServiceDefinition> find(String name);

    /**
     * The record of a service's pool; empty if it was never declared.
     *
     * @throws UnreadableService if no record can be created from the stored definition
     */
    Optional<PoolRecord> pool(String name);
}
