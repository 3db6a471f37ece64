package dev.redliner.controller.drive;

import dev.redliner.controller.journal.RunJournal;
import java.time.Duration;
import java.time.Instant;

/**
 * That another controller's run restore: it is asked for again until the run is seen to do so, but not for ever. Pure.
 *
 * @param held the run with its pool and token
 * @param since when somebody asked for it, or later, when the run was seen with no traffic moved: its first order to
 *     shift will be refused, and only then it hears that it is to end
 * @param sent when the order went out last
 */
record Demand(RunJournal.Held held, Instant since, Instant sent) {
    /** Whoever has not obeyed by then is not reached this way; without its owner's renewals the lease is over long since. */
    static final Duration FOR = Duration.ofSeconds(30);

    private static final Duration EVERY = Duration.ofSeconds(1);

    static Demand first(RunJournal.Held held, Instant now) {
        return new Demand(held, now, now);
    }

    boolean isDue(Instant now) {
        return !isGivenUp(now) && !sent.plus(EVERY).isAfter(now);
    }

    boolean isGivenUp(Instant now) {
        return !since.plus(FOR).isAfter(now);
    }

    Demand sentAgain(Instant now) {
        return new Demand(held, since, now);
    }

    /** The same with as much time again. */
    Demand countedFrom(Instant now) {
        return new Demand(held, now, sent);
    }
}
