package dev.redliner.controller.schedule;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Table {@code firing}, in SQL that both H2 and PostgreSQL support. */
final class FiringTable {
    private static final String SELECT =
            "select f.*, r.state as run_state from firing f left join run r on r.id = f.run_id";

    private final JdbcClient jdbc;

    FiringTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    boolean has(String schedule, LocalDateTime slot) {
        return jdbc.sql("select count(*) from firing where schedule = :schedule and slot = :slot")
                        .param("schedule", schedule)
                        .param("slot", slot.toString())
                        .query(Long.class)
                        .single()
                > 0;
    }

    /** @throws org.springframework.dao.DuplicateKeyException if the schedule has a firing of this slot */
    void insert(StoredFiring firing) {
        jdbc.sql("insert into firing (schedule, slot, service, due_at, begin_by, state, reason, decided_at, cause)"
                        + " values (:schedule, :slot, :service, :due, :beginBy, :state, :reason, :decided, :cause)")
                .param("schedule", firing.schedule())
                .param("slot", firing.slot().toString())
                .param("service", firing.service())
                .param("due", utc(firing.dueAt()))
                .param("beginBy", utc(firing.beginBy()))
                .param("state", firing.state().name())
                .param("reason", firing.reason())
                .param("decided", utc(firing.decidedAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("cause", firing.cause())
                .update();
    }

    /**
     * Stores a change of a firing that waits.
     *
     * @param before the firing as it was read
     * @return false if another controller has changed it since
     */
    boolean update(StoredFiring before, StoredFiring after) {
        return jdbc.sql("update firing set state = :state, reason = :reason, attempted_at = :attempted,"
                                + " decided_at = :decided, run_id = :run where schedule = :schedule and slot = :slot"
                                + " and state = 'WAITING' and "
                                + (before.attemptedAt() == null ? "attempted_at is null" : "attempted_at = :before"))
                        .param("state", after.state().name())
                        .param("reason", after.reason())
                        .param("attempted", utc(after.attemptedAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                        .param("decided", utc(after.decidedAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                        .param("run", after.run(), Types.VARCHAR)
                        .param("schedule", before.schedule())
                        .param("slot", before.slot().toString())
                        .param("before", utc(before.attemptedAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                        .update()
                == 1;
    }

    /** All firings that wait. */
    List<StoredFiring> waiting() {
        return jdbc.sql(SELECT + " where f.state = 'WAITING' order by f.due_at, f.schedule, f.slot")
                .query(FiringTable::read)
                .list();
    }

    /** The firings whose run is active, of those that began since an instant. */
    List<StoredFiring> active(Instant since) {
        return jdbc.sql(SELECT + " where f.decided_at >= :since and f.state = 'STARTED' and r.ended_at is null"
                        + " and r.id is not null order by f.due_at, f.schedule")
                .param("since", utc(since))
                .query(FiringTable::read)
                .list();
    }

    /** The run that a firing's attempt has begun. */
    Optional<String> begun(StoredFiring attempted) {
        return jdbc.sql("select id from run where service = :service and started_by = :who and started_at >= :at"
                        + " order by started_at fetch first 1 rows only")
                .param("service", attempted.service())
                .param("who", attempted.who())
                .param("at", utc(attempted.attemptedAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                .query(String.class)
                .optional();
    }

    /** The firings of a schedule that were due before an instant, the newest first. */
    List<StoredFiring> past(String schedule, Instant before, int most) {
        return jdbc.sql(SELECT + " where f.schedule = :schedule and f.due_at < :before"
                        + " order by f.due_at desc, f.slot desc fetch first " + Math.max(1, most) + " rows only")
                .param("schedule", schedule)
                .param("before", utc(before))
                .query(FiringTable::read)
                .list();
    }

    /** The firings of a schedule before one of them, the newest first. Some of them may be due at the same instant. */
    List<StoredFiring> past(String schedule, Instant dueAt, LocalDateTime slot, int most) {
        return jdbc.sql(SELECT + " where f.schedule = :schedule"
                        + " and (f.due_at < :before or f.due_at = :before and f.slot < :slot)"
                        + " order by f.due_at desc, f.slot desc fetch first " + Math.max(1, most) + " rows only")
                .param("schedule", schedule)
                .param("before", utc(dueAt))
                .param("slot", slot.toString())
                .query(FiringTable::read)
                .list();
    }

    /** The firings of all schedules that were due from one instant until another, in order. */
    List<StoredFiring> between(Instant from, Instant until) {
        return jdbc.sql(SELECT + " where f.due_at >= :from and f.due_at < :until order by f.due_at, f.schedule")
                .param("from", utc(from))
                .param("until", utc(until))
                .query(FiringTable::read)
                .list();
    }

    /** Deletes decided firings that were due before an instant. */
    int deleteBefore(Instant due) {
        return jdbc.sql("delete from firing where due_at < :due and state <> 'WAITING'")
                .param("due", utc(due))
                .update();
    }

    private static StoredFiring read(ResultSet row, int number) throws SQLException {
        return new StoredFiring(
                row.getString("schedule"),
                LocalDateTime.parse(row.getString("slot")),
                row.getString("service"),
                row.getObject("due_at", OffsetDateTime.class).toInstant(),
                row.getObject("begin_by", OffsetDateTime.class).toInstant(),
                FiringState.valueOf(row.getString("state")),
                row.getString("reason"),
                instant(row, "attempted_at"),
                instant(row, "decided_at"),
                row.getString("run_id"),
                row.getString("run_state"),
                row.getString("cause"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
        return at == null ? null : at.toInstant();
    }

    private static @Nullable OffsetDateTime utc(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }
}
