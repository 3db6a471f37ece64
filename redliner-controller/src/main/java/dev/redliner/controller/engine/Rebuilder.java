package dev.redliner.controller.engine;

import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.journal.RunJournal.Journalled;
import dev.redliner.controller.run.Replay;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.thread.DatabaseThread;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Reads the journals of runs that were taken over, so that their results are not lost with their controller. It uses a
 * separate thread: the journal of a long run takes seconds to read, and the restore must not wait for it.
 */
final class Rebuilder {
    private static final Logger log = LoggerFactory.getLogger(Rebuilder.class);
    private static final int PAGE = 500;
    private static final long RETRY_SECONDS = 2;
    /** Half a minute: by then, a database that fails over is available again. */
    private static final int ATTEMPTS = 15;

    private final RunJournal journal;
    private final RunEventLoop loop;
    private final String owner;
    private final ScheduledExecutorService thread;

    Rebuilder(RunJournal journal, RunEventLoop loop, String owner, ScheduledExecutorService thread) {
        this.journal = journal;
        this.loop = loop;
        this.owner = owner;
        this.thread = thread;
    }

    /**
     * @param accepted the run as it was accepted
     * @param problem why its definition cannot be read; empty if it can
     * @param taken when it was taken over
     */
    void rebuild(ActiveRun active, Run accepted, String problem, Instant taken) {
        thread.execute(() -> attempt(new Task(active, accepted, problem, taken), 1));
    }

    private record Task(ActiveRun active, Run accepted, String problem, Instant taken) {}

    /** Each attempt replays the journal from the beginning: a journal that was read halfway is no evidence. */
    private void attempt(Task task, int number) {
        var replay = new Replay(task.accepted());
        try {
            if (task.problem().isEmpty()) {
                read(replay, task.accepted().id());
            } else {
                replay.undefined(task.problem());
            }
            finish(task, replay);
        } catch (DataAccessException | TransactionException e) {
            again(task, number, replay, e);
        } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
            unreadable(task, replay, e);
        }
    }

    private void read(Replay replay, String run) {
        long after = 0;
        boolean goesOn = true;
        List<Journalled> page = journal.events(run, after, PAGE);
        while (goesOn && !page.isEmpty()) {
            for (Journalled one : page) {
                goesOn = replay.next(one.sequence(), one.at(), one.event(), one.outcome());
                after = one.sequence();
            }
            page = journal.events(run, after, PAGE);
        }
    }

    /** Continues the numbering after the last event in the journal, including events that could not be read. */
    private void finish(Task task, Replay replay) {
        long events = journal.lastSequence(task.accepted().id());
        log.info(
                "run={} is rebuilt from its journal of {} events: {} {}",
                replay.run().id(),
                events,
                replay.run().state(),
                replay.lost());
        loop.rebuilt(task.active(), replay, events, owner, task.taken());
    }

    /**
     * Retries as long as the whole database is unavailable: without it, the run could not be ended either. If only the
     * journal of this run is unreadable, the attempts are limited.
     */
    private void again(Task task, int number, Replay replay, RuntimeException why) {
        log.warn("run={} journal cannot be read: {}; retrying", task.accepted().id(), why.getMessage());
        if (number >= ATTEMPTS && answers()) {
            unreadable(task, replay, why);
            return;
        }
        thread.schedule(() -> attempt(task, number + 1), RETRY_SECONDS, TimeUnit.SECONDS);
    }

    private boolean answers() {
        try {
            journal.held();
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    private void unreadable(Task task, Replay replay, Throwable why) {
        log.error("run={} journal cannot be read: {}", task.accepted().id(), why.getMessage());
        replay.unreadable(String.valueOf(why.getMessage()));
        try {
            finish(task, replay);
        } catch (RuntimeException e) {
            loop.rebuilt(task.active(), replay, replay.sequence(), owner, task.taken());
        }
    }

    void stop() {
        DatabaseThread.end(thread);
    }
}
