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
 * Entries that the database does not have yet: in memory in their order, and on disk as long as the disk takes them. Safe
 * for several threads.
 */
final class PendingEntries {
    private static final Logger log = LoggerFactory.getLogger(PendingEntries.class);

    private final Deque<Noted> waiting = new ArrayDeque<>();
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
     * With what an earlier process left on disk. Without the disk it works in memory, and says so.
     *
     * @param most more are not taken
     */
    static PendingEntries open(Path file, int most) {
        try {
            AuditSpool spool = AuditSpool.open(file);
            var entries = new PendingEntries(most, spool);
            entries.takeIn(spool, AuditSpool.beside(file));
            return entries;
        } catch (IOException e) {
            log.error("audit entries wait for the database in memory only: {}", e.getMessage());
            return new PendingEntries(most, null);
        }
    }

    /** What another program left while a process that hung had the file; it is removed once it is in this one. */
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
            log.error("audit entries in {} could not be taken in: {}", beside, e.getMessage());
        }
    }

    /**
     * Takes entries in.
     *
     * @return whether they are on disk, too
     */
    synchronized boolean add(List<Noted> entries) throws InterruptedException {
        while (waiting.size() >= most) {
            wait();
        }
        boolean spooled = spooled(entries);
        waiting.addAll(entries);
        notifyAll();
        return spooled;
    }

    private boolean spooled(List<Noted> entries) {
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

    /** The first ones, which stay until they are {@link #done}; none if none came for so long. */
    synchronized List<Noted> first(int atMost, Duration patience) throws InterruptedException {
        if (waiting.isEmpty()) {
            wait(patience.toMillis());
        }
        return new ArrayList<>(waiting.stream().limit(atMost).toList());
    }

    /** The first ones are dealt with. */
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
                // they are sent again after a restart and recognised
                log.warn("the audit spool could not be cleared: {}", e.getMessage());
            }
        }
    }

    synchronized int size() {
        return waiting.size();
    }

    /** Waits until there are none, or for so long. */
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
