package dev.redliner.controller.schedule;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Table {@code schedule}, in SQL that both H2 and PostgreSQL support. */
final class ScheduleTable {
    private static final String SELECT =
            "select name, revision, definition, paused, considered_until, updated_at, updated_by from schedule";

    private final JdbcClient jdbc;

    ScheduleTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<StoredSchedule> list() {
        return jdbc.sql(SELECT + " order by name").query(ScheduleTable::read).list();
    }

    /** So many schedules whose names follow a name, by name. */
    List<StoredSchedule> list(String after, int most) {
        return jdbc.sql(SELECT + " where name > :after order by name limit :most")
                .param("after", after)
                .param("most", most)
                .query(ScheduleTable::read)
                .list();
    }

    Optional<StoredSchedule> find(String name) {
        return jdbc.sql(SELECT + " where name = :name")
                .param("name", name)
                .query(ScheduleTable::read)
                .optional();
    }

    /** Whether the schedule was inserted; false if there is one of this name. */
    boolean insert(StoredSchedule schedule) {
        try {
            return statement(
                                    "insert into schedule (name, revision, definition, paused, considered_until, updated_at,"
                                            + " updated_by) values (:name, :revision, :text, :paused, :considered, :at, :who)",
                                    schedule)
                            .param("considered", utc(schedule.consideredUntil()))
                            .update()
                    == 1;
        } catch (DuplicateKeyException e) {
            return false;
        }
    }

    /** Whether the schedule was updated; false if its revision is no longer the one before this. */
    boolean update(StoredSchedule schedule) {
        return statement(
                                "update schedule set revision = :revision, definition = :text, paused = :paused,"
                                        + " considered_until = :considered, updated_at = :at, updated_by = :who"
                                        + " where name = :name and revision = :before",
                                schedule)
                        .param("considered", utc(schedule.consideredUntil()))
                        .param("before", schedule.revision() - 1)
                        .update()
                == 1;
    }

    /** Records that the firings until an instant are stored. This is no change by a user, so the revision stays. */
    void considered(String name, Instant until) {
        jdbc.sql("update schedule set considered_until = :until where name = :name and considered_until < :until")
                .param("until", utc(until))
                .param("name", name)
                .update();
    }

    boolean delete(String name, long revision) {
        return jdbc.sql("delete from schedule where name = :name and revision = :revision")
                        .param("name", name)
                        .param("revision", revision)
                        .update()
                == 1;
    }

    private JdbcClient.StatementSpec statement(String sql, StoredSchedule schedule) {
        return jdbc.sql(sql)
                .param("name", schedule.name())
                .param("revision", schedule.revision())
                .param("text", schedule.text())
                .param("paused", schedule.paused())
                .param("at", utc(schedule.updatedAt()))
                .param("who", schedule.updatedBy());
    }

    private static StoredSchedule read(ResultSet row, int number) throws SQLException {
        return new StoredSchedule(
                row.getString("name"),
                row.getLong("revision"),
                row.getString("definition"),
                row.getBoolean("paused"),
                row.getObject("considered_until", OffsetDateTime.class).toInstant(),
                row.getObject("updated_at", OffsetDateTime.class).toInstant(),
                row.getString("updated_by"));
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
