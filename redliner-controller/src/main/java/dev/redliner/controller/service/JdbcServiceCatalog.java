package dev.redliner.controller.service;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The services in table {@code service}, in SQL that H2 and PostgreSQL both read. */
final class JdbcServiceCatalog implements ServiceCatalog {
    private static final Logger log = LoggerFactory.getLogger(JdbcServiceCatalog.class);
    private static final String SELECT = "SELECT name, revision, definition, updated_at, updated_by FROM service";
    private static final int ATTEMPTS = 5;
    private static final int LONGEST_WHO = 200;

    private final JdbcClient jdbc;
    private final InstantSource clock;
    private final List<CatalogListener> listeners;

    JdbcServiceCatalog(JdbcClient jdbc, InstantSource clock, List<CatalogListener> listeners) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public List<StoredService> list() {
        return jdbc.sql(SELECT + " ORDER BY name")
                .query(JdbcServiceCatalog::read)
                .list();
    }

    @Override
    public Optional<StoredService> stored(String name) {
        return jdbc.sql(SELECT + " WHERE name = :name")
                .param("name", name)
                .query(JdbcServiceCatalog::read)
                .optional();
    }

    @Override
    public Applied apply(ServiceDefinition service, String text, OptionalLong expected, String who)
            throws StaleRevision {
        Applied applied = write(service.name(), text, expected, who.substring(0, Math.min(who.length(), LONGEST_WHO)));
        log.info("service={} revision={} applied by={}", service.name(), applied.revision(), who);
        tell(service.name(), listener -> listener.applied(service));
        return applied;
    }

    /** Tries again when somebody else wrote in between, unless a revision was expected. */
    private Applied write(String name, String text, OptionalLong expected, String who) throws StaleRevision {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            OptionalLong found = revision(name, expected);
            boolean written = found.isPresent() ? update(name, found.getAsLong(), text, who) : insert(name, text, who);
            if (written) {
                return new Applied(found.orElse(0) + 1, found.isEmpty());
            }
        }
        throw new IllegalStateException("service " + name + " was changed by others " + ATTEMPTS + " times in a row");
    }

    /** Its revision now, which must be the expected one. */
    private OptionalLong revision(String name, OptionalLong expected) throws StaleRevision {
        Optional<StoredService> stored = stored(name);
        OptionalLong found = stored.isPresent() ? OptionalLong.of(stored.get().revision()) : OptionalLong.empty();
        if (expected.isPresent() && !found.equals(expected)) {
            throw new StaleRevision(name, expected.getAsLong(), found);
        }
        return found;
    }

    private boolean insert(String name, String text, String who) {
        try {
            return jdbc.sql("INSERT INTO service (name, revision, definition, updated_at, updated_by)"
                                    + " VALUES (:name, 1, :definition, :at, :who)")
                            .param("name", name)
                            .param("definition", text)
                            .param("at", now())
                            .param("who", who)
                            .update()
                    == 1;
        } catch (DuplicateKeyException e) {
            return false;
        }
    }

    private boolean update(String name, long revision, String text, String who) {
        return jdbc.sql("UPDATE service SET revision = :next, definition = :definition, updated_at = :at,"
                                + " updated_by = :who WHERE name = :name AND revision = :revision")
                        .param("next", revision + 1)
                        .param("definition", text)
                        .param("at", now())
                        .param("who", who)
                        .param("name", name)
                        .param("revision", revision)
                        .update()
                == 1;
    }

    @Override
    public boolean delete(String name, OptionalLong expected) throws StaleRevision {
        for (OptionalLong found = revision(name, expected); found.isPresent(); found = revision(name, expected)) {
            int deleted = jdbc.sql("DELETE FROM service WHERE name = :name AND revision = :revision")
                    .param("name", name)
                    .param("revision", found.getAsLong())
                    .update();
            if (deleted == 1) {
                log.info("service={} revision={} deleted", name, found.getAsLong());
                tell(name, listener -> listener.deleted(name));
                return true;
            }
        }
        return false;
    }

    /** What is stored stays stored when a listener fails. */
    private void tell(String name, Consumer<CatalogListener> news) {
        for (CatalogListener listener : listeners) {
            try {
                news.accept(listener);
            } catch (RuntimeException e) {
                log.warn(
                        "service={} is stored; telling {} failed",
                        name,
                        listener.getClass().getSimpleName(),
                        e);
            }
        }
    }

    private OffsetDateTime now() {
        return clock.instant().atOffset(ZoneOffset.UTC);
    }

    private static StoredService read(ResultSet row, int number) throws SQLException {
        return new StoredService(
                row.getString("name"),
                row.getLong("revision"),
                row.getString("definition"),
                row.getObject("updated_at", OffsetDateTime.class).toInstant(),
                row.getString("updated_by"));
    }
}
