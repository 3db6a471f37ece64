package dev.redliner.controller.redirect;

import dev.redliner.controller.service.CatalogListener;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.ServiceDefinition;
import dev.redliner.controller.service.StoredService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the pools of the catalog known to redirectors and collectors. */
public final class PoolAnnouncer implements CatalogListener {
    private static final Logger log = LoggerFactory.getLogger(PoolAnnouncer.class);

    private final Outbox outbox;

    public PoolAnnouncer(Outbox outbox) {
        this.outbox = outbox;
    }

    @Override
    public void applied(ServiceDefinition service) {
        outbox.publish(service.pool());
    }

    @Override
    public void deleted(String name) {
        outbox.forget(name);
    }

    /** All of them again. */
    public void announce(ServiceCatalog catalog) {
        for (StoredService stored : catalog.list()) {
            try {
                catalog.find(stored.name()).ifPresent(this::applied);
            } catch (IllegalStateException e) {
                log.warn("service={} is not announced: {}", stored.name(), e.getMessage());
            }
        }
    }
}
