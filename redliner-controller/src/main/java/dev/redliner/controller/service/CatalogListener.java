package dev.redliner.controller.service;

/** Is called when a service was applied, deleted or withdrawn, once that is stored. */
@FunctionalInterface
public interface CatalogListener {
    /** The record of this service's pool changed. */
    void changed(String service);
}
