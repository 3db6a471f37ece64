package dev.redliner.controller.restore;

import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditFilter;
import dev.redliner.controller.audit.AuditRecord;
import dev.redliner.controller.audit.AuditTrail;
import dev.redliner.controller.restore.RestoreWatch.Seen;
import dev.redliner.controller.thread.DatabaseThread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the alarms that the controllers before this one raised, in the audit log. A run whose controller was replaced is
 * restored by the next one, which ends the alarm. Used by one thread.
 */
final class AlarmsBefore implements Predicate<Seen>, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AlarmsBefore.class);
    /** A run has fewer entries than this. */
    private static final int ENTRIES = 1_000;

    /** The alarm of a restore does not wait longer than this for the database. */
    private static final long PATIENCE_MILLIS = 500;
    /** Answers that are kept. */
    private static final int KEPT = 1_000;

    private final AuditTrail trail;
    private final ExecutorService reader = DatabaseThread.named("redliner-alarms-before");
    private final Map<Seen, CompletableFuture<Boolean>> answers = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Seen, CompletableFuture<Boolean>> eldest) {
            return size() > KEPT;
        }
    };

    AlarmsBefore(AuditTrail trail) {
        this.trail = trail;
    }

    /** Whether an alarm of the run is known. The audit log is read once for each run, as soon as it can be. */
    @Override
    public boolean test(Seen seen) {
        var run = new Seen(seen.run(), seen.pool(), false, false);
        CompletableFuture<Boolean> known = answers.get(run);
        boolean first = known == null;
        if (known == null || known.isCompletedExceptionally()) {
            known = CompletableFuture.supplyAsync(() -> read(run), reader);
            answers.put(run, known);
        }
        return within(known, first ? PATIENCE_MILLIS : 0);
    }

    private static boolean within(CompletableFuture<Boolean> answer, long millis) {
        try {
            return answer.get(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (TimeoutException | ExecutionException notKnown) {
            log.debug("an earlier restore alarm is not known", notKnown);
            return false;
        }
    }

    private boolean read(Seen run) {
        var filter = AuditFilter.of(AuditEntry.subject(run.pool(), run.run()));
        List<AuditRecord> entries = trail.list(OptionalLong.empty(), filter, ENTRIES);
        return newest(entries, AuditAction.WEIGHT_NOT_RESTORED) > newest(entries, AuditAction.WEIGHT_RESTORED);
    }

    /** The number of the newest entry of an action; 0 if there is none. */
    private static long newest(List<AuditRecord> entries, AuditAction action) {
        return entries.stream()
                .filter(entry -> entry.action().equals(action.label()))
                .mapToLong(AuditRecord::seq)
                .max()
                .orElse(0);
    }

    @Override
    public void close() {
        DatabaseThread.end(reader);
    }
}
