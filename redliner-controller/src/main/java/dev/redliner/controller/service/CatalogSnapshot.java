package dev.redliner.controller.service;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.controller.service.ServiceCatalog.UnreadablePool;
import java.util.List;

/**
 * The whole catalog, read at once.
 *
 * @param declared the services, by name
 * @param pools the records of all pools that were ever declared and can be read; also of those whose service was deleted.
 *     Only the part of a definition that Envoys are served by must hold
 * @param unreadablePools the pools of which no record can be made, so that redirectors keep the one that they have
 */
public record CatalogSnapshot(
        List<StoredService> declared, List<PoolRecord> pools, List<UnreadablePool> unreadablePools) {
    public CatalogSnapshot {
        declared = List.copyOf(declared);
        pools = List.copyOf(pools);
        unreadablePools = List.copyOf(unreadablePools);
    }
}
