package dev.redliner.controller.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** Writes audit entries for programs that act while no controller runs. */
public final class OfflineAuditWriter {
    private static final Logger log = LoggerFactory.getLogger(OfflineAuditWriter.class);

    private final Path spool;
    private final InstantSource clock;

    /** @param spool the file in which entries wait for a controller */
    public OfflineAuditWriter(Path spool, InstantSource clock) {
        this.spool = spool;
        this.clock = clock;
    }

    /** Writes an entry to the database, or leaves it in the spool if the database rejects it. */
    public void write(Connection database, AuditEntry entry) {
        var source = new SingleConnectionDataSource(database, true);
        var transactions = new TransactionTemplate(new DataSourceTransactionManager(source));
        try {
            new JdbcAuditTrail(JdbcClient.create(source), transactions)
                    .append(List.of(QueuedEntry.now(entry, clock.instant())));
        } catch (DataAccessException | TransactionException e) {
            log.warn("the database rejected an audit entry: {}", e.getMessage());
            leave(entry);
        }
    }

    /**
     * Leaves an entry for the next controller that starts with this spool. If a controller that hangs holds the spool,
     * the entry waits in a file beside it.
     */
    public void leave(AuditEntry entry) {
        var entries = List.of(QueuedEntry.now(entry, clock.instant()));
        try (AuditSpool left = AuditSpool.open(spool)) {
            left.append(entries);
        } catch (IOException e) {
            leaveBeside(entries);
        }
    }

    private void leaveBeside(List<QueuedEntry> entries) {
        Path beside = AuditSpool.beside(spool);
        try (AuditSpool left = AuditSpool.open(beside)) {
            left.append(entries);
        } catch (IOException e) {
            // independent of the log level, because the entry is recorded nowhere else
            System.err.println("this audit entry is here only: " + entries + " (" + e.getMessage() + ")");
        }
    }
}
