package dev.redliner.controller.engine;

import dev.redliner.api.RunState;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.outbox.Outbox;
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
 * Demands that runs of other controllers restore. Each demand is sent once a second until its run is seen to restore or
 * its time is up. The caller of {@link #make} learns whether Kafka accepted the order. Safe for use by several threads.
 */
final class RemoteRestores {
    private static final Logger log = LoggerFactory.getLogger(RemoteRestores.class);

    private final Outbox outbox;
    private final Duration validFor;
    private final Function<String, Optional<RunState>> states;
    private final Map<String, RemoteRestore> open = new ConcurrentHashMap<>();
    /** The answers that callers wait for, by run. */
    private final Map<String, CompletableFuture<AbortAnswer>> waiting = new ConcurrentHashMap<>();

    /**
     * @param validFor validity that the orders carry
     * @param states reads the state of a run from the journal; may throw if the database is unavailable
     */
    RemoteRestores(Outbox outbox, Duration validFor, Function<String, Optional<RunState>> states) {
        this.outbox = outbox;
        this.validFor = validFor;
        this.states = states;
    }

    /**
     * Sends the first order.
     *
     * @param why who asked for it and why, for the run's own controller
     * @return a future of the caller's own. It completes when Kafka accepts or rejects an order, whichever is first,
     *     and at the latest when the demand is given up
     */
    CompletableFuture<AbortAnswer> make(RunJournal.Held held, Instant now, String why) {
        CompletableFuture<AbortAnswer> answer = waiting.computeIfAbsent(held.run(), run -> new CompletableFuture<>())
                .copy();
        RemoteRestore first = RemoteRestore.first(held, why, now);
        open.put(held.run(), first);
        send(first, now);
        return answer;
    }

    /** Sends the demands that are due again. It does not use the database, which may hang. */
    void retry(Instant now) {
        open.forEach((run, demand) -> {
            if (demand.isGivenUp(now) && open.remove(run, demand)) {
                log.error(
                        "run={} pool={} of another controller was not restored by that controller within {}; check the traffic and run"
                                + " redliner restore --all",
                        run,
                        demand.held().pool(),
                        RemoteRestore.FOR);
                // there is no callback for an order that a newer one replaced before it was sent
                answer(run, AbortAnswer.UNDELIVERED);
            } else if (demand.isDue(now) && open.replace(run, demand, demand.sentAgain(now))) {
                send(demand, now);
            }
        });
    }

    /**
     * Removes the demands whose runs restore, and extends those whose runs have not moved any traffic yet. It reads the
     * states of the runs from the database.
     */
    void settle(Instant now) {
        open.keySet().forEach(run -> states.apply(run).ifPresent(state -> {
            if (state == RunState.RESTORING || state.over()) {
                open.remove(run);
                answer(run, AbortAnswer.TAKEN);
            } else if (!state.movesTraffic()) {
                open.computeIfPresent(run, (id, demand) -> demand.countedFrom(now));
            }
        }));
    }

    private void send(RemoteRestore demand, Instant now) {
        RunJournal.Held held = demand.held();
        RedirectOrder order = RemoteRuns.lastOrder(held, now, validFor, demand.why());
        outbox.send(order, () -> answer(held.run(), AbortAnswer.TAKEN), failure -> {
            log.error("run={} could not be restored by this controller: {}", held.run(), failure);
            answer(held.run(), AbortAnswer.UNDELIVERED);
        });
    }

    private void answer(String run, AbortAnswer answer) {
        CompletableFuture<AbortAnswer> asker = waiting.remove(run);
        if (asker != null) {
            asker.complete(answer);
        }
    }
}
