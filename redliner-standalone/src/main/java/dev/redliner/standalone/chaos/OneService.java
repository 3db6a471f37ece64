package dev.redliner.standalone.chaos;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.controller.service.CatalogSnapshot;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.ServiceDefinition;
import dev.redliner.controller.service.StoredService;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A catalog of the one service that is measured. */
record OneService(ServiceDefinition service) implements ServiceCatalog {
    static final long REVISION = 1;

    @Override
    public Optional<ServiceDefinition> find(String name) {
        return service.name().equals(name) ? Optional.of(service) : Optional.empty();
    }

    @Override
    public Optional<PoolRecord> pool(String name) {
        return find(name).map(found -> PoolRecord.declared(found.pool(), REVISION));
    }

    @Override
    public CatalogSnapshot snapshot() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean withdraw(String name, OptionalLong expected, String who) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<StoredService> list() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<StoredService> stored(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Applied apply(ServiceDefinition definition, String text, OptionalLong expected, String who) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean delete(String name, OptionalLong expected, String who) {
        throw new UnsupportedOperationException();
    }
}
