package dev.redliner.controller.drive;

import dev.redliner.controller.journal.RunJournal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over runs that nobody drives: their controller died, or this one never heard that its claim was carried out. What
 * fails for one run does not keep the others from it, and is tried again.
 */
final class TakeOver {
    private static final Logger log = LoggerFactory.getLogger(TakeOver.class);
    /** Clocks may have been set back since: whoever is known to be dead is so, however young its last sign of life. */
    private static final Duration WHATEVER_THE_CLOCK_SAYS = Duration.ofDays(3650);

    private final RunJournal journal;
    private final String owner;
    private final Duration unseenFor;
    private final ActiveRuns runs;
    private final Taker taker;
    private @Nullable Instant answersSince;

    /** What becomes of a run that was taken over. */
    interface Taker {
        void take(RunJournal.Taken taken, Instant now);
    }

    TakeOver(RunJournal journal, String owner, Duration unseenFor, ActiveRuns runs, Taker taker) {
        this.journal = journal;
        this.owner = owner;
        this.unseenFor = unseenFor;
        this.runs = runs;
        this.taker = taker;
    }

    /** Of all: no other controller can have them. */
    void all(Instant now) {
        take(now.plus(WHATEVER_THE_CLOCK_SAYS), now);
    }

    /** The database did not answer: others could not say that they are alive either. */
    void unanswered() {
        answersSince = null;
    }

    /** Of those whose controller was silent for a while in which it could have spoken. */
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
                    "run={} pool={} was left behind and could not be taken over: {}; trying again",
                    orphan.run(),
                    orphan.pool(),
                    e.getMessage());
        }
    }
}
