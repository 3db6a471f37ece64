package dev.redliner.controller.journal;

import dev.redliner.controller.journal.RunJournal.Held;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The table of the locks of pools: the run that holds a pool, and the pool's fencing token, which only grows.
 *
 * <p>All methods throw {@link org.springframework.dao.DataAccessException} if the database is unavailable.
 */
public final class PoolLocks {
    private final JdbcClient jdbc;

    public PoolLocks(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Creates the lock's row, outside of the transaction that follows: on PostgreSQL, a failed insert would abort that
     * transaction.
     */
    public void ensure(String pool) {
        boolean there = jdbc.sql("select count(*) from pool_lock where pool = ?")
                        .param(pool)
                        .query(Long.class)
                        .single()
                > 0;
        if (!there) {
            try {
                jdbc.sql("insert into pool_lock (pool, token) values (?, 0)")
                        .param(pool)
                        .update();
            } catch (DuplicateKeyException e) {
                // another controller has inserted the row meanwhile
            }
        }
    }

    /** Raises the token of a pool above all earlier ones, in the caller's transaction, and returns it. */
    public long raise(String pool) {
        jdbc.sql("update pool_lock set token = token + 1 where pool = ?")
                .param(pool)
                .update();
        return token(pool);
    }

    private long token(String pool) {
        return jdbc.sql("select token from pool_lock where pool = ?")
                .param(pool)
                .query(Long.class)
                .single();
    }

    /** Takes a pool that no run holds, in the caller's transaction. Returns the new token; empty if a run holds the pool. */
    OptionalLong take(String pool, String owner, Instant now) {
        // the update locks the row, so the token read after it belongs to this run
        int taken = jdbc.sql("update pool_lock set token = token + 1, run_id = '', owner = ?, owner_seen_at = ?"
                        + " where pool = ? and run_id is null")
                .params(owner, JdbcRunJournal.utc(now), pool)
                .update();
        return taken == 0 ? OptionalLong.empty() : OptionalLong.of(token(pool));
    }

    /** Names the run of a pool that was just taken. */
    void name(String pool, String run) {
        jdbc.sql("update pool_lock set run_id = ? where pool = ?")
                .params(run, pool)
                .update();
    }

    Optional<String> holder(String pool) {
        return jdbc.sql("select run_id from pool_lock where pool = ? and run_id is not null")
                .param(pool)
                .query(String.class)
                .optional();
    }

    List<Held> held() {
        return jdbc.sql("select pool, run_id, token, owner from pool_lock where run_id is not null")
                .query((row, number) -> held(row))
                .list();
    }

    /** The pools whose run had no sign of life from its owner since the given time. */
    List<Held> orphans(Instant seenBefore) {
        return jdbc.sql("select pool, run_id, token, owner from pool_lock where run_id is not null"
                        + " and owner_seen_at <= ?")
                .param(JdbcRunJournal.utc(seenBefore))
                .query((row, number) -> held(row))
                .list();
    }

    private static Held held(ResultSet row) throws SQLException {
        return new Held(row.getString("pool"), row.getString("run_id"), row.getLong("token"), row.getString("owner"));
    }

    /** Records that the owner of a run is alive. Returns false if another controller holds the run. */
    boolean alive(String run, String pool, String owner, Instant now) {
        return jdbc.sql("update pool_lock set owner_seen_at = ? where pool = ? and run_id = ? and owner = ?")
                        .params(JdbcRunJournal.utc(now), pool, run, owner)
                        .update()
                > 0;
    }

    /** Makes another controller the owner of an orphaned run, with a new token. Empty if the run is no orphan any more. */
    Optional<Held> takeOver(Held orphan, String owner, Instant seenBefore, Instant now) {
        int taken = jdbc.sql("update pool_lock set token = token + 1, owner = ?, owner_seen_at = ?"
                        + " where pool = ? and run_id = ? and owner_seen_at <= ?")
                .params(owner, JdbcRunJournal.utc(now), orphan.pool(), orphan.run(), JdbcRunJournal.utc(seenBefore))
                .update();
        return taken == 0
                ? Optional.empty()
                : Optional.of(new Held(orphan.pool(), orphan.run(), token(orphan.pool()), owner));
    }

    /** Releases the pool of a run. Returns false if another controller holds the run. */
    boolean free(String pool, String run, String owner) {
        return jdbc.sql("update pool_lock set run_id = null, owner = null"
                                + " where pool = ? and run_id = ? and owner = ?")
                        .params(pool, run, owner)
                        .update()
                > 0;
    }
}
