package dev.redliner.controller.service;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.controller.service.ServiceCatalog.UnreadablePool;
import java.util.List;

/**
 * The whole catalog, from a single read.
 *
 * @param declared the services, by name
 * @param pools the readable records of all pools that were ever declared, including those of deleted services. Only the
 *     part of a definition that Envoys are served from must be valid
 * @param unreadablePools the pools whose record cannot be created, so that redirectors keep their current record
 */
public record CatalogSnapshot(
        List<StoredService> declared, List<PoolRecord> pools, List<UnreadablePool> unreadablePools) {
    public CatalogSnapshot {
        declared = List.copyOf(declared);
        pools = List.copyOf(pools);
        unreadablePools = List.copyOf(unreadablePools);
    }
}
