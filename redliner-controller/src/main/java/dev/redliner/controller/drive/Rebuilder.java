package dev.redliner.controller.drive;

import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.journal.RunJournal.Journalled;
import dev.redliner.controller.run.Replay;
import dev.redliner.controller.run.Run;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the journals of runs that were taken over, so that what they had found is not lost with their controller. On a
 * thread of its own: a long run takes seconds, and its restore waits for none of them.
 */
final class Rebuilder {
    private static final Logger log = LoggerFactory.getLogger(Rebuilder.class);
    private static final int PAGE = 500;
    private static final long RETRY_SECONDS = 2;

    private final RunJournal journal;
    private final Decider decider;
    private final String owner;
    private final ScheduledExecutorService thread;

    Rebuilder(RunJournal journal, Decider decider, String owner, ScheduledExecutorService thread) {
        this.journal = journal;
        this.decider = decider;
        this.owner = owner;
        this.thread = thread;
    }

    /**
     * @param accepted the run as it was accepted
     * @param taken when it was taken over
     */
    void rebuild(ActiveRun active, Run accepted, Instant taken) {
        thread.execute(() -> {
            var replay = new Replay(accepted);
            try {
                read(replay, accepted.id());
                finish(active, replay, journal.lastSequence(accepted.id()), taken);
            } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
                failed(active, accepted, replay, taken, e);
            }
        });
    }

    private void read(Replay replay, String run) {
        long after = 0;
        boolean goesOn = true;
        List<Journalled> page = journal.events(run, after, PAGE);
        while (goesOn && !page.isEmpty()) {
            for (Journalled one : page) {
                goesOn = goesOn && replay.next(one.sequence(), one.at(), one.event(), one.outcome());
                after = one.sequence();
            }
            page = journal.events(run, after, PAGE);
        }
    }

    private void finish(ActiveRun active, Replay replay, long events, Instant taken) {
        log.info(
                "run={} is rebuilt from its journal of {} events: {} {}",
                replay.run().id(),
                events,
                replay.run().state(),
                replay.lost());
        decider.rebuilt(active, replay, events, owner, taken);
    }

    /** While the database answers nothing at all, there is time: the run could not be ended without it either. */
    private void failed(ActiveRun active, Run accepted, Replay replay, Instant taken, Throwable why) {
        log.error("run={} its journal could not be read: {}", accepted.id(), why.getMessage());
        try {
            journal.held();
        } catch (RuntimeException e) {
            thread.schedule(() -> rebuild(active, accepted, taken), RETRY_SECONDS, TimeUnit.SECONDS);
            return;
        }
        replay.unreadable(String.valueOf(why.getMessage()));
        finish(active, replay, replay.sequence(), taken);
    }

    void stop() {
        thread.shutdownNow();
    }
}
