package dev.redliner.controller.audit;

import dev.redliner.contracts.StopOrder;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.TransactionException;

/**
 * Accepts entries, writes them to disk at once, and stores them in the database in their order. It uses two threads, so
 * that neither a slow disk nor a failed database delays the caller.
 */
public final class SpooledAuditLog implements AuditLog, SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(SpooledAuditLog.class);
    private static final int MOST_WAITING = 10_000;
    private static final int BATCH = 100;
    private static final Duration TRY_AGAIN = Duration.ofSeconds(1);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final int LOOKS_AT_THE_END = 20;
    private static final Duration PATIENCE_AT_THE_END = Duration.ofSeconds(3);

    private final JdbcAuditTrail trail;
    private final InstantSource clock;
    private final Path file;
    private final AuditMeters meters;
    private final BlockingQueue<QueuedEntry> incoming = new ArrayBlockingQueue<>(MOST_WAITING);
    private final List<Thread> threads = new ArrayList<>();
    private final PendingEntries pending;
    private volatile boolean running;
    private boolean databaseAnswers = true;

    /** @param file the spool in which entries wait for the database; its folder is created */
    public SpooledAuditLog(JdbcAuditTrail trail, Path file, InstantSource clock, MeterRegistry registry) {
        this.trail = trail;
        this.file = file;
        this.clock = clock;
        this.pending = PendingEntries.open(file, MOST_WAITING);
        this.meters = new AuditMeters(registry, () -> incoming.size() + pending.size());
    }

    @Override
    public void record(AuditEntry entry) {
        QueuedEntry noted = QueuedEntry.now(entry, clock.instant());
        if (!incoming.offer(noted)) {
            meters.lost(1);
            log.error("the queue of audit entries for the database is full; this entry is in the log only: {}", noted);
        }
    }

    @Override
    public void start() {
        if (!running) {
            running = true;
            threads.add(started("redliner-audit-spool", this::spool));
            threads.add(started("redliner-audit-write", this::write));
        }
    }

    private static Thread started(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Never interrupted: an interrupt would close the open file. */
    private void spool() {
        List<QueuedEntry> batch = new ArrayList<>();
        try {
            while (running || !incoming.isEmpty()) {
                QueuedEntry first = incoming.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                if (first != null) {
                    batch.add(first);
                    incoming.drainTo(batch, BATCH);
                    keep(batch);
                    batch.clear();
                }
            }
        } catch (InterruptedException e) {
            log.error("the audit log was interrupted; {} entries are in the log only: {}", batch.size(), batch);
        }
    }

    private void keep(List<QueuedEntry> batch) throws InterruptedException {
        try {
            if (!pending.add(batch)) {
                meters.unspooled(batch.size());
            }
        } catch (RuntimeException | Error e) {
            meters.lost(batch.size());
            log.error("audit entries could not be stored; they are in the log only: {}", batch, e);
        }
    }

    private void write() {
        try {
            while (running) {
                List<QueuedEntry> batch = pending.first(BATCH, LOOK);
                if (written(batch)) {
                    pending.done(batch.size());
                } else {
                    Thread.sleep(TRY_AGAIN.toMillis());
                }
            }
        } catch (InterruptedException e) {
            log.error("the audit log was interrupted; {} entries are pending in {}", pending.size(), file);
        }
    }

    private boolean written(List<QueuedEntry> batch) {
        if (batch.isEmpty()) {
            return true;
        }
        try {
            trail.append(batch);
            meters.stored(batch.size());
            answers(true, "");
            return true;
        } catch (DataIntegrityViolationException e) {
            return writtenOneByOne(batch);
        } catch (DataAccessException | TransactionException e) {
            answers(false, String.valueOf(e.getMessage()));
            return false;
        } catch (RuntimeException | Error e) {
            // the thread must continue: the waiting entries are on disk and are retried
            log.error("audit entries could not be written; retrying", e);
            return false;
        }
    }

    /** Stores entries one by one, so that an entry that the database always rejects does not block all later ones. */
    private boolean writtenOneByOne(List<QueuedEntry> batch) {
        for (QueuedEntry noted : batch) {
            try {
                trail.append(List.of(noted));
                meters.stored(1);
            } catch (DataIntegrityViolationException e) {
                meters.lost(1);
                log.error("the database rejected an audit entry; it is in the log only: {}", noted, e);
            } catch (DataAccessException | TransactionException e) {
                answers(false, String.valueOf(e.getMessage()));
                return false;
            }
        }
        return true;
    }

    private void answers(boolean now, String why) {
        if (databaseAnswers && !now) {
            log.warn("audit entries cannot be written to the database: {}; they are pending in {}", why, file);
        } else if (!databaseAnswers && now) {
            log.info("audit entries are written to the database again");
        }
        databaseAnswers = now;
    }

    /** Entries that are not stored by then remain on disk. */
    @Override
    public void stop() {
        try {
            awaitTaken();
            pending.awaitNone(PATIENCE_AT_THE_END);
            running = false;
            for (Thread thread : threads) {
                thread.join(PATIENCE_AT_THE_END.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running = false;
        pending.close();
    }

    private void awaitTaken() throws InterruptedException {
        for (int i = 0; i < LOOKS_AT_THE_END && !incoming.isEmpty(); i++) {
            Thread.sleep(LOOK.toMillis());
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return StopOrder.AUDIT;
    }
}
