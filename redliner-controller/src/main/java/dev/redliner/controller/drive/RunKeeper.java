package dev.redliner.controller.drive;

import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.report.RunReport;
import dev.redliner.controller.report.RunReports;
import dev.redliner.controller.thread.DatabaseThread;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what runs have to show, and that their owner lives, on a thread of its own: the database may be slow. */
final class RunKeeper {
    private static final Logger log = LoggerFactory.getLogger(RunKeeper.class);
    private static final long RETRY_SECONDS = 2;

    private final RunJournal journal;
    private final String owner;
    private final ActiveRuns runs;
    private final TakeOver takeOver;
    private final Demands demands;
    /** Is called for a run that another controller has by now. */
    private final Consumer<ActiveRun> deposed;

    private final ScheduledExecutorService keeper;
    /** Runs that are over, with their pools; only the keeper's thread and the deciding one touch it. */
    private final Map<String, String> unwritten = new ConcurrentHashMap<>();
    /** Why the last attempt to write failed; empty if it did not. */
    private volatile String failing = "";
    /** Why the database did not answer when it was asked last; empty if it did. */
    private volatile String unanswered = "";

    RunKeeper(
            RunJournal journal,
            String owner,
            ActiveRuns runs,
            TakeOver takeOver,
            Demands demands,
            Consumer<ActiveRun> deposed,
            ScheduledExecutorService keeper) {
        this.deposed = deposed;
        this.takeOver = takeOver;
        this.demands = demands;
        this.keeper = keeper;
        this.journal = journal;
        this.owner = owner;
        this.runs = runs;
    }

    /** Keeps where the run stands now; the end of a run is tried until it is written. */
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
                    // the other controller's report is the one to show
                    runs.forget(report.id());
                }
                unwritten.remove(report.id());
                runs.forgetOld();
            } else {
                journal.show(report, pool, owner);
            }
            failing = "";
        } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
            failing = String.valueOf(e.getMessage());
            // no connection for a transaction is no DataAccessException
            log.error("run={} could not be written: {}", report.id(), e.getMessage());
            if (report.state().over()) {
                later(RETRY_SECONDS, () -> write(report, pool));
            }
        }
    }

    /**
     * Says which runs are driven, also those whose end is not written yet, takes over those that nobody drives, and looks
     * whether the runs of others obey.
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
                demands.settle(now);
                unanswered = "";
            } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
                unanswered = String.valueOf(e.getMessage());
                takeOver.unanswered();
                log.error("the database does not answer: {}", e.getMessage());
            }
        });
    }

    /**
     * Why what was to be written last could not be, or why nothing can be; empty if it can. A database on a full disk answers
     * whoever only asks whether it is there, so only what is written tells that writing works again.
     */
    String failing() {
        return failing.isEmpty() ? unanswered : failing;
    }

    private void later(long seconds, Runnable task) {
        if (keeper.isShutdown()) {
            return;
        }
        if (seconds == 0) {
            keeper.execute(task);
        } else {
            keeper.schedule(task, seconds, TimeUnit.SECONDS);
        }
    }

    void stop() {
        DatabaseThread.end(keeper);
    }
}
