package dev.redliner.controller.service;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Services with nothing but a name. Like a real catalog, it queries a database and fails if that does not answer. */
public final class FakeCatalog implements ServiceCatalog {
    private final JdbcClient jdbc;
    private final List<StoredService> services = new ArrayList<>();

    public FakeCatalog(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Adds services with these names. */
    public void has(String... names) {
        for (String name : names) {
            services.add(new StoredService(name, 1, "service: " + name, Instant.EPOCH, null));
        }
    }

    @Override
    public List<StoredService> list() {
        jdbc.sql("select 1").query(Integer.class).single();
        return List.copyOf(services);
    }

    @Override
    public List<StoredService> list(String after, int most) {
        return list().stream()
                .sorted(Comparator.comparing(StoredService::name))
                .filter(it -> it.name().compareTo(after) > 0)
                .limit(most)
                .toList();
    }

    @Override
    public Optional<StoredService> stored(String name) {
        return list().stream().filter(it -> it.name().equals(name)).findFirst();
    }

    @Override
    public Applied apply(ServiceDefinition service, String text, OptionalLong expected, String who) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CatalogSnapshot snapshot() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<PoolRecord> pool(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean withdraw(String name, OptionalLong expected, String who) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean delete(String name, OptionalLong expected, String who) {
        throw new UnsupportedOperationException();
    }
}
