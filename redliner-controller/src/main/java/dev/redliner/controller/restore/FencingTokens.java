package dev.redliner.controller.restore;

import java.util.Objects;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** Raises the fencing token of a pool above all earlier ones, so that no order of a run is valid any more. */
final class FencingTokens {
    private final JdbcClient jdbc;
    private final TransactionOperations transactions;

    FencingTokens(JdbcClient jdbc, TransactionOperations transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    /** @throws org.springframework.dao.DataAccessException if the database is unavailable */
    long raise(String pool) {
        ensureRow(pool);
        return Objects.requireNonNull(transactions.execute(status -> {
            jdbc.sql("update pool_lock set token = token + 1 where pool = ?")
                    .param(pool)
                    .update();
            return jdbc.sql("select token from pool_lock where pool = ?")
                    .param(pool)
                    .query(Long.class)
                    .single();
        }));
    }

    /** Runs in a transaction of its own: on PostgreSQL, a failed insert would spoil the transaction that follows. */
    private void ensureRow(String pool) {
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
                // another controller inserted the row first, which is just as good
            }
        }
    }
}
