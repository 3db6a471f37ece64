package dev.redliner.testbench.chaos;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.controller.service.ServiceLookup;
import dev.redliner.service.ServiceDefinition;
import java.util.Optional;

/** Looks up the one service that is measured. */
record OneService(ServiceDefinition service) implements ServiceLookup {
    static final long REVISION = 1;

    @Override
    public Optional<ServiceDefinition> find(String name) {
        return service.name().equals(name) ? Optional.of(service) : Optional.empty();
    }

    @Override
    public Optional<PoolRecord> pool(String name) {
        return find(name).map(found -> PoolRecord.declared(found.pool(), REVISION));
    }
}
