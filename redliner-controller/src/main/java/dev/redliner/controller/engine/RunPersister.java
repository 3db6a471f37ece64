package dev.redliner.controller.engine;

import dev.redliner.api.RunReport;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.report.RunReports;
import dev.redliner.controller.thread.DatabaseThread;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the reports of runs, and the fact that their owner is alive. It uses a separate thread because the database
 * may be slow.
 */
final class RunPersister {
    private static final Logger log = LoggerFactory.getLogger(RunPersister.class);
    private static final long RETRY_SECONDS = 2;

    private final RunJournal journal;
    private final String owner;
    private final boolean alone;
    /** Whether reports wait to be written, so that no more are queued while the database is slow. */
    private final AtomicBoolean showing = new AtomicBoolean();

    private final ActiveRuns runs;
    private final OrphanRecovery takeOver;
    private final RemoteRestores remoteRestores;
    /** Called for a run that another controller has taken over. */
    private final Consumer<ActiveRun> deposed;

    private final ScheduledExecutorService persister;
    /**
     * Runs that are over and whose end is not written yet, with their pools. Only the persister's thread and the run
     * thread use it.
     */
    private final Map<String, String> unwritten = new ConcurrentHashMap<>();
    /** Why the last attempt to write failed; empty if it succeeded. */
    private volatile String failing = "";
    /** Why the last query of the database failed; empty if it succeeded. */
    private volatile String unanswered = "";

    /** @param alone whether no other controller reads the reports of active runs */
    RunPersister(
            RunJournal journal,
            String owner,
            boolean alone,
            ActiveRuns runs,
            OrphanRecovery takeOver,
            RemoteRestores remoteRestores,
            Consumer<ActiveRun> deposed,
            ScheduledExecutorService persister) {
        this.deposed = deposed;
        this.takeOver = takeOver;
        this.remoteRestores = remoteRestores;
        this.persister = persister;
        this.journal = journal;
        this.owner = owner;
        this.alone = alone;
        this.runs = runs;
    }

    /** Stores the current report of the run. The end of a run is retried until it is written. */
    void keep(ActiveRun active, Instant now) {
        RunReport report = RunReports.of(active.run(), now);
        String pool = active.run().facts().service().name();
        if (report.state().over()) {
            unwritten.put(report.id(), pool);
        }
        later(0, () -> write(report, pool));
    }

    private void write(RunReport report, String pool) {
        try {
            if (report.state().over()) {
                if (!journal.finish(report, pool, owner)) {
                    // the report of the other controller is the one to show
                    runs.discard(report.id());
                }
                unwritten.remove(report.id());
                runs.forgetOld();
            } else {
                journal.show(report, pool, owner);
            }
            failing = "";
        } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
            failing = String.valueOf(e.getMessage());
            // a transaction without a connection does not fail with a DataAccessException, so all exceptions are caught
            log.error("run={} report could not be written: {}", report.id(), e.getMessage());
            if (report.state().over()) {
                later(RETRY_SECONDS, () -> write(report, pool));
            }
        }
    }

    /**
     * Reports which runs this controller drives, including those whose end is not written yet. Takes over the runs that
     * no controller drives, and checks whether the runs of other controllers restore.
     */
    void alive(Instant now) {
        later(0, () -> {
            try {
                for (ActiveRun run : runs.active()) {
                    if (!journal.alive(
                            run.run().id(), run.run().facts().service().name(), owner, now)) {
                        deposed.accept(run);
                    }
                }
                unwritten.forEach((run, pool) -> journal.alive(run, pool, owner, now));
                takeOver.silent(now);
                remoteRestores.settle(now);
                unanswered = "";
            } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
                unanswered = String.valueOf(e.getMessage());
                takeOver.unanswered();
                log.error("the database is unavailable: {}", e.getMessage());
            }
        });
    }

    /**
     * Stores the present reports of the active runs, for the pages of other controllers. Nothing depends on it: a failure
     * is only logged.
     */
    void show(Instant now) {
        if (!alone && showing.compareAndSet(false, true)) {
            later(0, () -> {
                showing.set(false);
                runs.active().forEach(run -> show(run, now));
            });
        }
    }

    /** A run that is being read from its journal has no evidence yet, and its stored report has. */
    private void show(ActiveRun active, Instant now) {
        if (active.isRebuilding()) {
            return;
        }
        try {
            RunReport report = RunReports.of(active.run(), now);
            if (!report.state().over()) {
                journal.show(report, active.run().facts().service().name(), owner);
            }
        } catch (RuntimeException e) {
            log.warn(
                    "run={} report for other controllers could not be written: {}",
                    active.run().id(),
                    e.getMessage());
        }
    }

    /**
     * Why the last write, or any access to the database, failed; empty if the database works. A database on a full disk
     * still answers queries, so only a successful write shows that writing works again.
     */
    String failing() {
        return failing.isEmpty() ? unanswered : failing;
    }

    private void later(long seconds, Runnable task) {
        if (persister.isShutdown()) {
            return;
        }
        if (seconds == 0) {
            persister.execute(task);
        } else {
            persister.schedule(task, seconds, TimeUnit.SECONDS);
        }
    }

    void stop() {
        DatabaseThread.end(persister);
    }
}
