package dev.redliner.controller.service;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A row of table {@code service}. It stays when the service is deleted.
 *
 * @param stored the service as it was declared last
 * @param declared false after it was deleted
 * @param poolRevision of its pool's record
 * @param frozen the YAML of the last definition in mode full that Envoys keep; null if there is none
 */
record ServiceRow(StoredService stored, boolean declared, long poolRevision, @Nullable String frozen) {

    /**
     * What redirectors and collectors need to know.
     *
     * @throws UnreadableService if the pool cannot be read; rules and limits are not looked at
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

    /** @param why {@link #pool} gives no record */
    ServiceCatalog.UnreadablePool unreadable(UnreadableService why) {
        return new ServiceCatalog.UnreadablePool(stored.name(), poolRevision, frozen != null, why);
    }

    /** Its revision; empty if it was deleted. */
    OptionalLong revision() {
        return declared ? OptionalLong.of(stored.revision()) : OptionalLong.empty();
    }

    /**
     * The definition that Envoys keep if this one is declared in mode full no longer. One that cannot be read any more may
     * have been in that mode.
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
