package dev.redliner.controller.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entries that the database has not stored yet: in memory in their order, and on disk as long as the disk accepts
 * them. Safe for use by several threads.
 */
final class PendingEntries {
    private static final Logger log = LoggerFactory.getLogger(PendingEntries.class);

    private final Deque<QueuedEntry> waiting = new ArrayDeque<>();
    private final int most;
    private final @Nullable AuditSpool spool;
    private boolean onDisk;

    private PendingEntries(int most, @Nullable AuditSpool spool) {
        this.most = most;
        this.spool = spool;
        if (spool != null) {
            waiting.addAll(spool.found());
            onDisk = !waiting.isEmpty();
        }
    }

    /**
     * Opens the spool with the entries that an earlier process left in it. Without a usable disk, entries are kept in
     * memory only, and an error is logged.
     *
     * @param most the maximum number of entries; {@link #add} waits while there are that many
     */
    static PendingEntries open(Path file, int most) {
        try {
            AuditSpool spool = AuditSpool.open(file);
            var entries = new PendingEntries(most, spool);
            entries.takeIn(spool, AuditSpool.beside(file));
            return entries;
        } catch (IOException e) {
            log.error("audit entries for the database are held in memory only: {}", e.getMessage());
            return new PendingEntries(most, null);
        }
    }

    /**
     * Takes over the entries that another program left while a hanging process held the file. The file beside the spool
     * is deleted after its entries are in the spool.
     */
    private void takeIn(AuditSpool spool, Path beside) {
        if (!Files.exists(beside)) {
            return;
        }
        try (AuditSpool left = AuditSpool.open(beside)) {
            spool.append(left.found());
            waiting.addAll(left.found());
            onDisk = !waiting.isEmpty();
            Files.delete(beside);
        } catch (IOException e) {
            log.error("audit entries in {} could not be imported: {}", beside, e.getMessage());
        }
    }

    /**
     * Adds entries.
     *
     * @return whether the entries are also on disk
     */
    synchronized boolean add(List<QueuedEntry> entries) throws InterruptedException {
        while (waiting.size() >= most) {
            wait();
        }
        boolean spooled = spooled(entries);
        waiting.addAll(entries);
        notifyAll();
        return spooled;
    }

    private boolean spooled(List<QueuedEntry> entries) {
        if (spool == null) {
            return false;
        }
        try {
            spool.append(entries);
            onDisk = true;
            return true;
        } catch (IOException e) {
            log.error("{} audit entries are in memory only: {}", entries.size(), e.getMessage());
            return false;
        }
    }

    /** The first entries, which stay until they are {@link #done}; none if none arrived within the given time. */
    synchronized List<QueuedEntry> first(int atMost, Duration patience) throws InterruptedException {
        if (waiting.isEmpty()) {
            wait(patience.toMillis());
        }
        return new ArrayList<>(waiting.stream().limit(atMost).toList());
    }

    /** Removes the first entries after they have been processed. */
    synchronized void done(int entries) {
        for (int i = 0; i < entries; i++) {
            waiting.removeFirst();
        }
        notifyAll();
        if (waiting.isEmpty() && onDisk && spool != null) {
            try {
                spool.clear();
                onDisk = false;
            } catch (IOException e) {
                // after a restart these entries are sent again, and recognised as stored
                log.warn("the audit spool could not be cleared: {}", e.getMessage());
            }
        }
    }

    synchronized int size() {
        return waiting.size();
    }

    /** Waits until there are no entries, at most for the given time. */
    synchronized void awaitNone(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (!waiting.isEmpty() && System.nanoTime() < until) {
            TimeUnit.NANOSECONDS.timedWait(this, until - System.nanoTime());
        }
    }

    synchronized void close() {
        if (spool != null) {
            try {
                spool.close();
            } catch (IOException e) {
                log.warn("the audit spool could not be closed: {}", e.getMessage());
            }
        }
    }
}
