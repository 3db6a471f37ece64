package dev.redliner.controller.drive;

import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.redirect.Outbox;
import dev.redliner.controller.run.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Demands that runs of other controllers restore. Each is sent once a second until its run is seen to obey or the time is
 * up, and tells whoever made it whether Kafka took it. Safe for several threads.
 */
final class Demands {
    private static final Logger log = LoggerFactory.getLogger(Demands.class);

    private final Outbox outbox;
    private final Duration validFor;
    private final Function<String, Optional<RunState>> states;
    private final Map<String, Demand> open = new ConcurrentHashMap<>();
    /** Who waits to hear what became of the order, by run. */
    private final Map<String, CompletableFuture<AbortAnswer>> waiting = new ConcurrentHashMap<>();

    /**
     * @param validFor what the orders say of themselves
     * @param states where the journal shows a run; may throw if it does not answer
     */
    Demands(Outbox outbox, Duration validFor, Function<String, Optional<RunState>> states) {
        this.outbox = outbox;
        this.validFor = validFor;
        this.states = states;
    }

    /**
     * Sends the first order.
     *
     * @return the asker's own; comes when Kafka took an order or refused one, whichever is first, and at the latest when
     *     the demand is given up
     */
    CompletableFuture<AbortAnswer> make(RunJournal.Held held, Instant now) {
        CompletableFuture<AbortAnswer> answer = waiting.computeIfAbsent(held.run(), run -> new CompletableFuture<>())
                .copy();
        open.put(held.run(), Demand.first(held, now));
        send(held, now);
        return answer;
    }

    /** Sends again what is due. Asks no database: it may hang. */
    void insist(Instant now) {
        open.forEach((run, demand) -> {
            if (demand.isGivenUp(now) && open.remove(run, demand)) {
                log.error(
                        "run={} pool={} of another controller was not seen restoring within {}; is it back?"
                                + " redliner restore --all",
                        run,
                        demand.held().pool(),
                        Demand.FOR);
                // of an order that a newer one replaced before it was sent nobody hears
                tell(run, AbortAnswer.UNDELIVERED);
            } else if (demand.isDue(now) && open.replace(run, demand, demand.sentAgain(now))) {
                send(demand.held(), now);
            }
        });
    }

    /** Lets go of those that were obeyed, and bears with runs that have nothing to restore yet. Asks the database. */
    void settle(Instant now) {
        open.keySet().forEach(run -> states.apply(run).ifPresent(state -> {
            if (state == RunState.RESTORING || state.over()) {
                open.remove(run);
                tell(run, AbortAnswer.TAKEN);
            } else if (!state.movesTraffic()) {
                open.computeIfPresent(run, (id, demand) -> demand.countedFrom(now));
            }
        }));
    }

    private void send(RunJournal.Held held, Instant now) {
        outbox.send(OthersRuns.lastOrder(held, now, validFor), () -> tell(held.run(), AbortAnswer.TAKEN), why -> {
            log.error("run={} could not be restored from here: {}", held.run(), why);
            tell(held.run(), AbortAnswer.UNDELIVERED);
        });
    }

    private void tell(String run, AbortAnswer answer) {
        CompletableFuture<AbortAnswer> asker = waiting.remove(run);
        if (asker != null) {
            asker.complete(answer);
        }
    }
}
