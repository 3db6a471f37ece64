package dev.redliner.controller.service;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The services in table {@code service}. Each change is one statement, which also raises the revision of the pool. */
final class JdbcServiceCatalog implements ServiceCatalog {
    private static final Logger log = LoggerFactory.getLogger(JdbcServiceCatalog.class);
    private static final int ATTEMPTS = 5;
    private static final int LONGEST_WHO = 200;

    private final ServiceTable table;
    private final InstantSource clock;
    private final List<CatalogListener> listeners;

    JdbcServiceCatalog(JdbcClient jdbc, InstantSource clock, List<CatalogListener> listeners) {
        this.table = new ServiceTable(jdbc);
        this.clock = clock;
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public List<StoredService> list() {
        return declared(table.rows());
    }

    @Override
    public List<StoredService> list(String after, int most) {
        return table.declared(after, most).stream().map(ServiceRow::stored).toList();
    }

    private static List<StoredService> declared(List<ServiceRow> rows) {
        return rows.stream()
                .filter(ServiceRow::declared)
                .map(ServiceRow::stored)
                .toList();
    }

    @Override
    public Optional<StoredService> stored(String name) {
        return table.row(name).filter(ServiceRow::declared).map(ServiceRow::stored);
    }

    @Override
    public List<StoredService> stored(Set<String> names) {
        return names.isEmpty() ? List.of() : declared(table.rows(names));
    }

    @Override
    public CatalogSnapshot snapshot() {
        List<ServiceRow> rows = table.rows();
        var pools = new ArrayList<PoolRecord>();
        var unreadable = new ArrayList<UnreadablePool>();
        for (ServiceRow row : rows) {
            try {
                pools.add(row.pool());
            } catch (UnreadableService e) {
                unreadable.add(row.unreadable(e));
            }
        }
        return new CatalogSnapshot(declared(rows), pools, unreadable);
    }

    @Override
    public Optional<PoolRecord> pool(String name) {
        return table.row(name).map(ServiceRow::pool);
    }

    @Override
    public Applied apply(ServiceDefinition service, String text, OptionalLong expected, String who)
            throws StaleRevision {
        boolean full = service.pool().envoy().mode() == EnvoySettings.Mode.FULL;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<ServiceRow> before = table.row(service.name());
            requireRevision(service.name(), expected, before.map(ServiceRow::revision));
            String frozen =
                    full ? null : before.map(ServiceRow::frozenAfterwards).orElse(null);
            ServiceRow after = next(service.name(), before, text, true, frozen, who);
            if (before.isPresent() ? table.update(after) : table.insert(after)) {
                changed("applied", after, who);
                return new Applied(
                        after.stored().revision(),
                        before.filter(ServiceRow::declared).isEmpty());
            }
        }
        throw busy(service.name());
    }

    @Override
    public boolean delete(String name, OptionalLong expected, String who) throws StaleRevision {
        return change(
                name,
                "deleted",
                who,
                row -> {
                    requireRevision(name, expected, Optional.of(row.revision()));
                    return row.declared();
                },
                row -> next(name, Optional.of(row), row.stored().text(), false, row.frozenAfterwards(), who));
    }

    @Override
    public boolean withdraw(String name, OptionalLong expected, String who) throws StaleRevision {
        return change(
                name,
                "withdrawn",
                who,
                row -> {
                    requireRevision(name, expected, Optional.of(OptionalLong.of(row.poolRevision())));
                    return row.frozen() != null;
                },
                row -> next(name, Optional.of(row), row.stored().text(), row.declared(), null, who));
    }

    @FunctionalInterface
    private interface Check {
        boolean applies(ServiceRow row) throws StaleRevision;
    }

    private boolean change(String name, String did, String who, Check check, Function<ServiceRow, ServiceRow> next)
            throws StaleRevision {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<ServiceRow> before = table.row(name);
            if (before.isEmpty() || !check.applies(before.get())) {
                return false;
            }
            ServiceRow after = next.apply(before.get());
            if (table.update(after)) {
                changed(did, after, who);
                return true;
            }
        }
        throw busy(name);
    }

    private ServiceRow next(
            String name,
            Optional<ServiceRow> before,
            String text,
            boolean declared,
            @Nullable String frozen,
            String who) {
        Instant now = clock.instant();
        long revision = before.map(row -> row.stored().revision()).orElse(0L) + 1;
        long poolRevision = before.map(ServiceRow::poolRevision).orElse(0L) + 1;
        String by = who.substring(0, Math.min(who.length(), LONGEST_WHO));
        return new ServiceRow(
                new StoredService(name, revision, text, now, by),
                declared,
                Math.max(poolRevision, now.toEpochMilli()),
                frozen);
    }

    private static void requireRevision(String name, OptionalLong expected, Optional<OptionalLong> found)
            throws StaleRevision {
        StaleRevision.require("service " + name, expected, found.orElseGet(OptionalLong::empty));
    }

    private static IllegalStateException busy(String name) {
        return new IllegalStateException("service " + name + " was changed by others " + ATTEMPTS + " times in a row");
    }

    /** Notifies the listeners. A change that is stored stays stored even if a listener fails. */
    private void changed(String did, ServiceRow row, String who) {
        log.info(
                "service={} revision={} {} by={}",
                row.stored().name(),
                row.stored().revision(),
                did,
                who);
        for (CatalogListener listener : listeners) {
            try {
                listener.changed(row.stored().name());
            } catch (RuntimeException e) {
                log.warn(
                        "service={} is stored; notifying {} failed",
                        row.stored().name(),
                        listener.getClass().getSimpleName(),
                        e);
            }
        }
    }
}
