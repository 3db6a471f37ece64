package dev.redliner.controller.restore;

import java.util.Objects;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** Takes a fencing token above all that a pool ever had, so that no order of a run holds any more. */
final class FencingTokens {
    private final JdbcClient jdbc;
    private final TransactionOperations transactions;

    FencingTokens(JdbcClient jdbc, TransactionOperations transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    /** @throws org.springframework.dao.DataAccessException without a database */
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

    /** In a transaction of its own: a failed insert would spoil the one that follows on PostgreSQL. */
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
                // somebody else was faster, which is as good
            }
        }
    }
}
