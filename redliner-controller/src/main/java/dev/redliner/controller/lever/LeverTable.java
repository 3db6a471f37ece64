package dev.redliner.controller.lever;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The lever in the database: the single row of table {@code safety_lever}. */
final class LeverTable {
    private final JdbcClient jdbc;

    LeverTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<Engaged> read() {
        return jdbc.sql("select who, why, since from safety_lever where id = 1 and engaged = true")
                .query(LeverTable::row)
                .optional();
    }

    private static Engaged row(ResultSet row, int number) throws SQLException {
        return new Engaged(
                row.getString("who"),
                row.getString("why"),
                row.getObject("since", OffsetDateTime.class).toInstant());
    }

    /** Engages the lever. If it is already engaged, the first engagement is kept. */
    void engage(Engaged lever) {
        jdbc.sql("update safety_lever set engaged = true, who = ?, why = ?, since = ? where id = 1 and engaged = false")
                .params(lever.who(), lever.why(), lever.since().atOffset(ZoneOffset.UTC))
                .update();
    }

    /** @return whether the lever was engaged */
    boolean release() {
        return jdbc.sql("update safety_lever set engaged = false where id = 1 and engaged = true")
                        .update()
                > 0;
    }
}
