package dev.redliner.controller.restore;

import dev.redliner.controller.journal.PoolLocks;
import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** Raises the fencing token of a pool above all earlier ones, so that no order of a run is valid any more. */
final class FencingTokens {
    private final PoolLocks pools;
    private final TransactionOperations transactions;

    FencingTokens(JdbcClient jdbc, TransactionOperations transactions) {
        this.pools = new PoolLocks(jdbc);
        this.transactions = transactions;
    }

    /** @throws org.springframework.dao.DataAccessException if the database is unavailable */
    long raise(String pool) {
        pools.ensure(pool);
        return Objects.requireNonNull(transactions.execute(status -> pools.raise(pool)));
    }
}
