package dev.redliner.controller.schedule;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The pause of all schedules in the database, which all controllers share: the single row of table {@code
 * schedule_pause}.
 *
 * <p>All methods throw {@link org.springframework.dao.DataAccessException} if the database is unavailable. Then no
 * schedule begins a run either.
 */
public final class SchedulePauses {
    private final JdbcClient jdbc;
    private final InstantSource clock;
    private final Runnable changed;

    /** @param changed called after a change */
    SchedulePauses(JdbcClient jdbc, InstantSource clock, Runnable changed) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.changed = changed;
    }

    /** The pause; empty if schedules are not paused. */
    public Optional<SchedulePause> current() {
        return read(jdbc);
    }

    static Optional<SchedulePause> read(JdbcClient jdbc) {
        return jdbc.sql("select who, why, since from schedule_pause where id = 1 and paused = true")
                .query(SchedulePauses::row)
                .optional();
    }

    private static SchedulePause row(ResultSet row, int number) throws SQLException {
        return new SchedulePause(
                row.getString("who"),
                row.getString("why"),
                row.getObject("since", OffsetDateTime.class).toInstant());
    }

    /**
     * Pauses all schedules. If they are paused already, the first pause is kept.
     *
     * @return whether they were not paused before
     */
    public boolean pause(String who, String why) {
        int rows = jdbc.sql(
                        "update schedule_pause set paused = true, who = ?, why = ?, since = ? where id = 1 and paused"
                                + " = false")
                .params(who, why, clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC))
                .update();
        changed.run();
        return rows > 0;
    }

    /** @return whether they were paused before */
    public boolean resume() {
        int rows = jdbc.sql("update schedule_pause set paused = false where id = 1 and paused = true")
                .update();
        changed.run();
        return rows > 0;
    }
}
