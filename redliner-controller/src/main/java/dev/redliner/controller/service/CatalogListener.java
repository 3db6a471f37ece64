package dev.redliner.controller.service;

/** Called after a service was applied, deleted or withdrawn, and the change was stored. */
@FunctionalInterface
public interface CatalogListener {
    /** Called when the record of this service's pool has changed. */
    void changed(String service);
}
