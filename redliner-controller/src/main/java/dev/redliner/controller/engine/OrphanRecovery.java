package dev.redliner.controller.engine;

import dev.redliner.controller.journal.RunJournal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over runs without a controller: their controller died, or this controller claimed the run and never received
 * the answer to its claim. A failure for one run does not affect the others, and is retried.
 */
final class OrphanRecovery {
    private static final Logger log = LoggerFactory.getLogger(OrphanRecovery.class);
    /**
     * Clocks may have been set back since. Where no other controller can exist, a recent sign of life therefore does
     * not count.
     */
    private static final Duration WHATEVER_THE_CLOCK_SAYS = Duration.ofDays(3650);

    private final RunJournal journal;
    private final String owner;
    private final Duration unseenFor;
    private final ActiveRuns runs;
    private final Taker taker;
    private @Nullable Instant answersSince;

    /** Receives each run that was taken over. */
    interface Taker {
        void take(RunJournal.Taken taken, Instant now);
    }

    OrphanRecovery(RunJournal journal, String owner, Duration unseenFor, ActiveRuns runs, Taker taker) {
        this.journal = journal;
        this.owner = owner;
        this.unseenFor = unseenFor;
        this.runs = runs;
        this.taker = taker;
    }

    /** Takes over all runs, because no other controller can drive them. */
    void all(Instant now) {
        take(now.plus(WHATEVER_THE_CLOCK_SAYS), now);
    }

    /**
     * Restarts the waiting time: while the database did not answer, other controllers could not report that they are
     * alive.
     */
    void unanswered() {
        answersSince = null;
    }

    /** Takes over the runs whose controller was silent for a period in which the database was available. */
    void silent(Instant now) {
        Instant since = answersSince;
        if (since == null) {
            answersSince = now;
        } else if (!since.plus(unseenFor).isAfter(now)) {
            take(now.minus(unseenFor), now);
        }
    }

    private void take(Instant seenBefore, Instant now) {
        for (RunJournal.Held orphan : journal.orphans(seenBefore)) {
            if (runs.find(orphan.run()).isEmpty()) {
                take(orphan, seenBefore, now);
            }
        }
    }

    private void take(RunJournal.Held orphan, Instant seenBefore, Instant now) {
        try {
            journal.takeOver(orphan, owner, seenBefore, now).ifPresent(taken -> taker.take(taken, now));
        } catch (RuntimeException e) {
            log.error(
                    "run={} pool={} orphaned run cannot be taken over: {}; retrying",
                    orphan.run(),
                    orphan.pool(),
                    e.getMessage());
        }
    }
}
