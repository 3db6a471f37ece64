package dev.redliner.controller.service;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Table {@code service}, in SQL that both H2 and PostgreSQL support. No row is ever deleted. */
final class ServiceTable {
    private static final String SELECT = "SELECT name, revision, definition, updated_at, updated_by, declared,"
            + " pool_revision, frozen FROM service";

    private final JdbcClient jdbc;

    ServiceTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** All rows by name, including those of deleted services. */
    List<ServiceRow> rows() {
        return jdbc.sql(SELECT + " ORDER BY name").query(ServiceTable::read).list();
    }

    /** The rows of so many declared services whose names follow a name, by name. */
    List<ServiceRow> declared(String after, int most) {
        return jdbc.sql(SELECT + " WHERE declared = true AND name > :after ORDER BY name LIMIT :most")
                .param("after", after)
                .param("most", most)
                .query(ServiceTable::read)
                .list();
    }

    /** The rows of some names, of which there is at least one. */
    List<ServiceRow> rows(Set<String> names) {
        return jdbc.sql(SELECT + " WHERE name IN (:names) ORDER BY name")
                .param("names", names)
                .query(ServiceTable::read)
                .list();
    }

    Optional<ServiceRow> row(String name) {
        return jdbc.sql(SELECT + " WHERE name = :name")
                .param("name", name)
                .query(ServiceTable::read)
                .optional();
    }

    /** Whether the row was inserted; false if a row of this name exists. */
    boolean insert(ServiceRow row) {
        try {
            return statement(
                                    "INSERT INTO service (name, revision, definition, updated_at, updated_by, declared,"
                                            + " pool_revision, frozen) VALUES (:name, :revision, :definition, :at, :who,"
                                            + " :declared, :poolRevision, :frozen)",
                                    row)
                            .update()
                    == 1;
        } catch (DuplicateKeyException e) {
            return false;
        }
    }

    /** Whether the row was updated; false if its revision is no longer the one before this. */
    boolean update(ServiceRow row) {
        return statement(
                                "UPDATE service SET revision = :revision, definition = :definition, updated_at = :at,"
                                        + " updated_by = :who, declared = :declared, pool_revision = :poolRevision,"
                                        + " frozen = :frozen WHERE name = :name AND revision = :before",
                                row)
                        .param("before", row.stored().revision() - 1)
                        .update()
                == 1;
    }

    private JdbcClient.StatementSpec statement(String sql, ServiceRow row) {
        return jdbc.sql(sql)
                .param("name", row.stored().name())
                .param("revision", row.stored().revision())
                .param("definition", row.stored().text())
                .param("at", row.stored().updatedAt().atOffset(ZoneOffset.UTC))
                .param("who", row.stored().updatedBy())
                .param("declared", row.declared())
                .param("poolRevision", row.poolRevision())
                .param("frozen", row.frozen());
    }

    private static ServiceRow read(ResultSet row, int number) throws SQLException {
        var stored = new StoredService(
                row.getString("name"),
                row.getLong("revision"),
                row.getString("definition"),
                row.getObject("updated_at", OffsetDateTime.class).toInstant(),
                row.getString("updated_by"));
        return new ServiceRow(
                stored, row.getBoolean("declared"), row.getLong("pool_revision"), row.getString("frozen"));
    }
}
