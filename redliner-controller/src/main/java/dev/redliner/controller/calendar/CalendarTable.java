package dev.redliner.controller.calendar;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Table {@code calendar}, in SQL that both H2 and PostgreSQL support. */
final class CalendarTable {
    private static final int LONGEST_PROBLEM = 1_000;

    private final JdbcClient jdbc;

    CalendarTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A copy without its text.
     *
     * @param revision counts up with each change; 0: it was never read
     * @param sha256 of the text without its stamps, hexadecimal; empty if there is none
     * @param problem why the newest attempt to read it failed; empty if it did not
     */
    record State(
            long revision,
            String sha256,
            @Nullable Instant readAt,
            @Nullable Instant changedAt,
            String problem,
            @Nullable Instant failingSince) {
        static final State NEVER_READ = new State(0, "", null, null, "", null);
    }

    State state(String name) {
        return jdbc.sql("select revision, sha256, read_at, changed_at, problem, failing_since from calendar"
                        + " where name = :name")
                .param("name", name)
                .query(CalendarTable::read)
                .optional()
                .orElse(State.NEVER_READ);
    }

    Optional<String> text(String name) {
        return jdbc.sql("select text from calendar where name = :name and text is not null")
                .param("name", name)
                .query(String.class)
                .optional();
    }

    /**
     * Stores a text that was read.
     *
     * @return whether it is another text than before
     */
    boolean good(String name, String text, String sha256, Instant now) {
        int changed = jdbc.sql("update calendar set revision = revision + 1, text = :text, sha256 = :sha256,"
                        + " read_at = :now, changed_at = :now, problem = '', failing_since = null"
                        + " where name = :name and (sha256 is null or sha256 <> :sha256)")
                .param("name", name)
                .param("text", text)
                .param("sha256", sha256)
                .param("now", utc(now))
                .update();
        if (changed > 0) {
            return true;
        }
        if (unchanged(name, sha256, now)) {
            return false;
        }
        try {
            jdbc.sql("insert into calendar (name, revision, text, sha256, read_at, changed_at, problem)"
                            + " values (:name, 1, :text, :sha256, :now, :now, '')")
                    .param("name", name)
                    .param("text", text)
                    .param("sha256", sha256)
                    .param("now", utc(now))
                    .update();
            return true;
        } catch (DuplicateKeyException e) {
            // another controller was first; it is stored, or will be at the next attempt
            return false;
        }
    }

    /** Stores that the text is still one with this hash. Returns false, and stores nothing, if it is another one. */
    boolean unchanged(String name, String sha256, Instant now) {
        return jdbc.sql("update calendar set read_at = :now, problem = '', failing_since = null"
                                + " where name = :name and sha256 = :sha256")
                        .param("name", name)
                        .param("sha256", sha256)
                        .param("now", utc(now))
                        .update()
                > 0;
    }

    void failed(String name, String problem, Instant now) {
        String shortened = problem.substring(0, Math.min(problem.length(), LONGEST_PROBLEM));
        int updated = jdbc.sql("update calendar set problem = :problem, failing_since = coalesce(failing_since, :now)"
                        + " where name = :name")
                .param("name", name)
                .param("problem", shortened)
                .param("now", utc(now))
                .update();
        if (updated > 0) {
            return;
        }
        try {
            jdbc.sql("insert into calendar (name, revision, problem, failing_since) values (:name, 0, :problem, :now)")
                    .param("name", name)
                    .param("problem", shortened)
                    .param("now", utc(now))
                    .update();
        } catch (DuplicateKeyException e) {
            // another controller was first
            return;
        }
    }

    private static State read(ResultSet row, int number) throws SQLException {
        String sha256 = row.getString("sha256");
        return new State(
                row.getLong("revision"),
                sha256 == null ? "" : sha256,
                instant(row, "read_at"),
                instant(row, "changed_at"),
                row.getString("problem"),
                instant(row, "failing_since"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
