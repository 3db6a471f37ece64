package dev.redliner.controller.journal;

import dev.redliner.controller.journal.RunJournal.Held;
import dev.redliner.controller.journal.RunJournal.Journalled;
import dev.redliner.controller.run.RunEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The events of the runs in the database. */
final class StoredEvents {
    private static final Logger log = LoggerFactory.getLogger(StoredEvents.class);

    /** Only H2 has this table. A function of the other database would leave an error in the log of this one. */
    private static final String IS_H2 = "select count(*) from information_schema.tables"
            + " where lower(table_schema) = 'information_schema' and lower(table_name) = 'settings'";

    private static final String SIZE_OF_H2 =
            "select cast(setting_value as bigint) from information_schema.settings where setting_name = 'info.FILE_SIZE'";
    private static final String SIZE_OF_POSTGRESQL = "select pg_database_size(current_database())";

    private final JdbcClient jdbc;
    private final JsonMapper json;

    StoredEvents(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /**
     * Writes an event, but only for the owner: two controllers that both assume to hold the run would mix their
     * decisions.
     */
    boolean append(Held by, long sequence, Instant at, RunEvent event, String outcome) {
        return jdbc.sql("insert into run_event (run_id, seq, at, kind, payload, outcome)"
                                + " select run_id, cast(? as bigint), cast(? as timestamp with time zone),"
                                + " cast(? as varchar(40)), cast(? as text), cast(? as varchar(100))"
                                + " from pool_lock where pool = ? and run_id = ? and owner = ?")
                        .params(
                                sequence,
                                at.atOffset(ZoneOffset.UTC),
                                event.getClass().getSimpleName(),
                                json.writeValueAsString(event),
                                outcome,
                                by.pool(),
                                by.run(),
                                by.owner())
                        .update()
                > 0;
    }

    List<Journalled> after(String run, long sequence, int most) {
        return jdbc.sql("select seq, at, kind, payload, outcome from run_event where run_id = ? and seq > ?"
                        + " order by seq fetch first " + Math.max(1, most) + " rows only")
                .params(run, sequence)
                .query((row, number) -> journalled(row))
                .list();
    }

    long last(String run) {
        return jdbc.sql("select coalesce(max(seq), 0) from run_event where run_id = ?")
                .param(run)
                .query(Long.class)
                .single();
    }

    boolean delete(Instant endedBefore, int most, Instant now) {
        Optional<String> run = jdbc.sql("select id from run where ended_at < ? and events_deleted_at is null"
                        + " and not exists (select 1 from pool_lock where pool_lock.run_id = run.id)"
                        + " order by ended_at fetch first 1 rows only")
                .param(endedBefore.atOffset(ZoneOffset.UTC))
                .query(String.class)
                .optional();
        run.ifPresent(id -> delete(id, most, now));
        return run.isPresent();
    }

    private void delete(String run, int most, Instant now) {
        Long last = jdbc.sql("select max(seq) from (select seq from run_event where run_id = ? order by seq"
                        + " fetch first " + Math.max(1, most) + " rows only) as oldest")
                .param(run)
                .query((row, number) -> row.getObject(1) == null ? -1L : row.getLong(1))
                .single();
        if (last < 0) {
            jdbc.sql("update run set events_deleted_at = ? where id = ?")
                    .params(now.atOffset(ZoneOffset.UTC), run)
                    .update();
        } else {
            jdbc.sql("delete from run_event where run_id = ? and seq <= ?")
                    .params(run, last)
                    .update();
        }
    }

    long count() {
        return jdbc.sql("select count(*) from run_event").query(Long.class).single();
    }

    /** The size of the database in bytes; empty if it is in memory. */
    OptionalLong databaseSize() {
        boolean h2 = jdbc.sql(IS_H2).query(Long.class).single() > 0;
        return jdbc.sql(h2 ? SIZE_OF_H2 : SIZE_OF_POSTGRESQL)
                .query((row, number) -> row.getLong(1))
                .optional()
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    private Journalled journalled(ResultSet row) throws SQLException {
        return new Journalled(
                row.getLong("seq"),
                row.getObject("at", OffsetDateTime.class).toInstant(),
                event(row.getString("kind"), row.getString("payload")),
                row.getString("outcome"));
    }

    /** The event; empty if it is damaged or was written in the format of another version. */
    private Optional<RunEvent> event(String kind, String payload) {
        try {
            for (Class<?> permitted : RunEvent.class.getPermittedSubclasses()) {
                if (permitted.getSimpleName().equals(kind)) {
                    return Optional.of(json.readValue(payload, permitted.asSubclass(RunEvent.class)));
                }
            }
        } catch (JacksonException | IllegalArgumentException e) {
            log.warn("an event of kind {} cannot be read: {}", kind, e.getMessage());
        }
        return Optional.empty();
    }
}
