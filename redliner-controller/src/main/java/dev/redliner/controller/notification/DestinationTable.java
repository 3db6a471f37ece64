package dev.redliner.controller.notification;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/**
 * How far each destination has received the events. Of several controllers on a database, the one that claimed a
 * destination sends to it. All methods throw {@link org.springframework.dao.DataAccessException} if the database is
 * unavailable.
 */
final class DestinationTable {
    /** After every failure, and within what every database can compare. */
    private static final Instant LAST = Instant.parse("2200-01-01T00:00:00Z");

    private static final String MINE = " where name = :name and claimed_by = :me";

    private final JdbcClient jdbc;
    private final TransactionOperations transactions;

    DestinationTable(JdbcClient jdbc, TransactionOperations transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    /**
     * The state of a destination.
     *
     * @param afterSeq events up to this entry of the audit log are done
     * @param attempts attempts to send the next event that failed, one after the other
     * @param nextAttemptAt not before this; null: at once
     * @param failingSince since when nothing was sent although there was an event; null: it works
     * @param lastError the newest failure; empty: none, or it was followed by a success
     * @param lastSentAt null: nothing was sent yet
     */
    record State(
            String name,
            long afterSeq,
            int attempts,
            @Nullable Instant nextAttemptAt,
            @Nullable Instant failingSince,
            String lastError,
            @Nullable Instant lastSentAt) {}

    /** An event that was given up. */
    record Failure(String destination, long seq, Instant failedAt, String reason) {}

    /** A new destination receives the events from now on. */
    State findOrAdd(String name) {
        return find(name).orElseGet(() -> {
            add(name);
            return find(name).orElseThrow();
        });
    }

    private Optional<State> find(String name) {
        return jdbc.sql("select * from notification_destination where name = ?")
                .param(name)
                .query(DestinationTable::state)
                .optional();
    }

    /** The states of all destinations, also of those that are no longer declared, by name. */
    Map<String, State> all() {
        return jdbc.sql("select * from notification_destination").query(DestinationTable::state).list().stream()
                .collect(Collectors.toMap(State::name, state -> state));
    }

    private void add(String name) {
        try {
            jdbc.sql("insert into notification_destination (name, after_seq, attempts, last_error)"
                            + " select cast(:name as varchar(63)), coalesce(max(seq), 0), 0, '' from audit_entry")
                    .param("name", name)
                    .update();
        } catch (DuplicateKeyException e) {
            // another controller added it
        }
    }

    /** Claims a destination until an instant, or extends the claim. Returns false if another controller has it. */
    boolean claim(String name, String me, Instant now, Instant until) {
        return jdbc.sql("update notification_destination set claimed_by = :me, claimed_until = :until"
                                + " where name = :name and (claimed_by = :me or claimed_until is null"
                                + " or claimed_until < :now)")
                        .param("name", name)
                        .param("me", me)
                        .param("now", utc(now))
                        .param("until", utc(until))
                        .update()
                == 1;
    }

    /** Returns false if the claim was lost, like all the methods below. */
    boolean passed(String name, String me, long seq) {
        return jdbc.sql("update notification_destination set after_seq = :seq" + MINE + " and after_seq < :seq")
                        .param("name", name)
                        .param("me", me)
                        .param("seq", seq)
                        .update()
                == 1;
    }

    boolean sent(String name, String me, long seq, Instant now) {
        return jdbc.sql("update notification_destination set after_seq = :seq, attempts = 0, next_attempt_at = null,"
                                + " failing_since = null, last_error = '', last_sent_at = :now" + MINE)
                        .param("name", name)
                        .param("me", me)
                        .param("seq", seq)
                        .param("now", utc(now))
                        .update()
                == 1;
    }

    boolean retry(String name, String me, int attempts, Instant next, Instant since, String reason) {
        return jdbc.sql("update notification_destination set attempts = :attempts, next_attempt_at = :next,"
                                + " failing_since = :since, last_error = :reason" + MINE)
                        .param("name", name)
                        .param("me", me)
                        .param("attempts", attempts)
                        .param("next", utc(next))
                        .param("since", utc(since))
                        .param("reason", reason)
                        .update()
                == 1;
    }

    /** Keeps the event as a failure and goes on with the next. */
    boolean givenUp(String name, String me, long seq, Instant since, String reason, Instant now) {
        return Boolean.TRUE.equals(transactions.execute(status -> giveUp(name, me, seq, since, reason, now)));
    }

    private boolean giveUp(String name, String me, long seq, Instant since, String reason, Instant now) {
        boolean mine = jdbc.sql("update notification_destination set after_seq = :seq, attempts = 0,"
                                + " next_attempt_at = null, failing_since = :since, last_error = :reason" + MINE)
                        .param("name", name)
                        .param("me", me)
                        .param("seq", seq)
                        .param("since", utc(since))
                        .param("reason", reason)
                        .update()
                == 1;
        if (mine) {
            jdbc.sql("insert into notification_failure (destination, seq, failed_at, reason) values (?, ?, ?, ?)")
                    .params(name, seq, utc(now), reason)
                    .update();
        }
        return mine;
    }

    /** The destination took an event that a person sent: what waits is sent at once. */
    void works(String name, Instant now) {
        jdbc.sql("update notification_destination set attempts = 0, next_attempt_at = null, failing_since = null,"
                        + " last_error = '', last_sent_at = ? where name = ?")
                .params(utc(now), name)
                .update();
    }

    /** The newest failures, the newest first. */
    List<Failure> failures(int most) {
        return failuresAfter(LAST, Long.MAX_VALUE, "", most);
    }

    /** The failures after one of them in the order of {@link #failures}. */
    List<Failure> failuresAfter(Instant failedAt, long seq, String destination, int most) {
        return jdbc.sql("select destination, seq, failed_at, reason from notification_failure"
                        + " where failed_at < :at or failed_at = :at"
                        + " and (seq < :seq or seq = :seq and destination > :destination)"
                        + " order by failed_at desc, seq desc, destination fetch first " + most + " rows only")
                .param("at", failedAt.atOffset(ZoneOffset.UTC))
                .param("seq", seq)
                .param("destination", destination)
                .query((row, number) -> new Failure(
                        row.getString("destination"),
                        row.getLong("seq"),
                        row.getObject("failed_at", OffsetDateTime.class).toInstant(),
                        row.getString("reason")))
                .list();
    }

    boolean hasFailure(String destination, long seq) {
        return jdbc.sql("select count(*) from notification_failure where destination = ? and seq = ?")
                        .params(destination, seq)
                        .query(Long.class)
                        .single()
                > 0;
    }

    void removeFailure(String destination, long seq) {
        jdbc.sql("delete from notification_failure where destination = ? and seq = ?")
                .params(destination, seq)
                .update();
    }

    int removeFailures(Instant before) {
        return jdbc.sql("delete from notification_failure where failed_at < ?")
                .param(utc(before))
                .update();
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    private static State state(ResultSet row, int number) throws SQLException {
        return new State(
                row.getString("name"),
                row.getLong("after_seq"),
                row.getInt("attempts"),
                instant(row, "next_attempt_at"),
                instant(row, "failing_since"),
                row.getString("last_error"),
                instant(row, "last_sent_at"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
        return at == null ? null : at.toInstant();
    }
}
