package dev.redliner.controller.service;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceYaml;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A row of table {@code service}. The row stays when the service is deleted.
 *
 * @param stored the service as it was last declared
 * @param declared false after the service was deleted
 * @param poolRevision the revision of its pool's record
 * @param frozen the YAML of the last definition in mode full that Envoys keep; null if there is none
 */
record ServiceRow(StoredService stored, boolean declared, long poolRevision, @Nullable String frozen) {

    /**
     * The record that redirectors and collectors need.
     *
     * @throws UnreadableService if the pool cannot be read. Rules and limits are not checked
     */
    PoolRecord pool() {
        try {
            return new PoolRecord(
                    stored.name(),
                    poolRevision,
                    declared ? pool(stored.text()) : null,
                    frozen == null ? null : pool(frozen));
        } catch (IllegalArgumentException e) {
            throw new UnreadableService(stored.name(), String.valueOf(e.getMessage()), e);
        }
    }

    private Pool pool(String text) {
        try {
            return ServiceYaml.pool(text);
        } catch (InvalidService e) {
            throw UnreadableService.of(stored.name(), e);
        }
    }

    /** @param why why {@link #pool} cannot create a record */
    ServiceCatalog.UnreadablePool unreadable(UnreadableService why) {
        return new ServiceCatalog.UnreadablePool(stored.name(), poolRevision, frozen != null, why);
    }

    /** The revision of the service; empty if it was deleted. */
    OptionalLong revision() {
        return declared ? OptionalLong.of(stored.revision()) : OptionalLong.empty();
    }

    /**
     * The definition that Envoys keep if the service is deleted or leaves mode full. A definition that is no longer
     * readable may have been in mode full, so it counts as such.
     */
    @Nullable
    String frozenAfterwards() {
        return declared && mayBeFull() ? stored.text() : frozen;
    }

    private boolean mayBeFull() {
        try {
            return pool(stored.text()).envoy().mode() == EnvoySettings.Mode.FULL;
        } catch (UnreadableService e) {
            return true;
        }
    }
}
