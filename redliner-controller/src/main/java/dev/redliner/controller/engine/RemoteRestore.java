package dev.redliner.controller.engine;

import dev.redliner.controller.journal.RunJournal;
import java.time.Duration;
import java.time.Instant;

/**
 * A request that another controller's run restores. It is repeated until the run is seen to restore, but only for a
 * limited time. Pure.
 *
 * @param held the run with its pool and token
 * @param why who asked for it and why
 * @param since when the restore was requested. It is moved forward while the run has no traffic moved: such a run
 *     learns of its end only when its first order to shift is refused
 * @param sent when the order was last sent
 */
record RemoteRestore(RunJournal.Held held, String why, Instant since, Instant sent) {
    /**
     * A run that does not restore within this time cannot be reached this way. Without renewals by its owner, its lease
     * has expired long before.
     */
    static final Duration FOR = Duration.ofSeconds(30);

    private static final Duration EVERY = Duration.ofSeconds(1);

    static RemoteRestore first(RunJournal.Held held, String why, Instant now) {
        return new RemoteRestore(held, why, now, now);
    }

    boolean isDue(Instant now) {
        return !isGivenUp(now) && !sent.plus(EVERY).isAfter(now);
    }

    boolean isGivenUp(Instant now) {
        return !since.plus(FOR).isAfter(now);
    }

    RemoteRestore sentAgain(Instant now) {
        return new RemoteRestore(held, why, since, now);
    }

    /** The same demand with its time limit restarted. */
    RemoteRestore countedFrom(Instant now) {
        return new RemoteRestore(held, why, now, sent);
    }
}
