package dev.redliner.controller.service;

/** Hears what the catalog was told, once it is stored. */
public interface CatalogListener {
    /** A service is new or was changed. */
    void applied(ServiceDefinition service);

    /** A service is gone. */
    default void deleted(String name) {}
}
