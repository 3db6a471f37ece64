package dev.redliner.controller.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table of the keys that started a run. Keys are kept for a week. */
final class StartKeys {
    private static final Duration KEPT = Duration.ofDays(7);

    private final JdbcClient jdbc;

    StartKeys(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<RunJournal.KeyedRun> find(String name, Instant now) {
        return jdbc.sql("select run_id, service, asked from start_key where name = ? and used_at >= ?")
                .params(name, JdbcRunJournal.utc(now.minus(KEPT)))
                .query((row, number) -> new RunJournal.KeyedRun(
                        row.getString("run_id"), row.getString("service"), row.getString("asked")))
                .optional();
    }

    /**
     * Stores a key in the transaction that stores its run.
     *
     * @throws org.springframework.dao.DuplicateKeyException if another controller used the key meanwhile
     */
    void add(StartKey key, String run, String service, Instant now) {
        jdbc.sql("delete from start_key where used_at < ?")
                .param(JdbcRunJournal.utc(now.minus(KEPT)))
                .update();
        jdbc.sql("insert into start_key (name, run_id, service, asked, used_at) values (?, ?, ?, ?, ?)")
                .params(key.name(), run, service, key.asked(), JdbcRunJournal.utc(now))
                .update();
    }
}
