package dev.redliner.controller.engine;

import dev.redliner.api.RunState;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.outbox.Outbox;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.message.RefusalMessages;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Ends runs on request, including those of other controllers. */
final class RunEnder {
    private static final Logger log = LoggerFactory.getLogger(RunEnder.class);

    private final DriverSettings settings;
    private final RunJournal journal;
    private final Outbox outbox;
    private final RemoteRuns remoteRuns;
    private final RemoteRestores remoteRestores;
    private final Supplier<Instant> clock;
    private final RunAudit trail;
    private final ActiveRuns runs;
    private final RunEventLoop loop;

    RunEnder(
            DriverSettings settings,
            RunJournal journal,
            Outbox outbox,
            RemoteRuns remoteRuns,
            RemoteRestores remoteRestores,
            Supplier<Instant> clock,
            RunAudit trail,
            ActiveRuns runs,
            RunEventLoop loop) {
        this.settings = settings;
        this.journal = journal;
        this.outbox = outbox;
        this.remoteRuns = remoteRuns;
        this.remoteRestores = remoteRestores;
        this.clock = clock;
        this.trail = trail;
        this.runs = runs;
        this.loop = loop;
    }

    /**
     * Ends a run. A run of this controller is ended at once. For a run of another controller, the database is queried
     * first, which may block up to the database timeouts. The answer then waits for Kafka.
     */
    CompletableFuture<AbortAnswer> abort(String id, String who, String why) {
        Optional<ActiveRun> own = runs.find(id);
        if (own.isPresent()) {
            if (own.get().run().state().over()) {
                return CompletableFuture.completedFuture(AbortAnswer.OVER);
            }
            abortOwn(own.get(), who, why);
            return CompletableFuture.completedFuture(AbortAnswer.TAKEN);
        }
        return remoteRuns
                .find(id, clock.get())
                .map(held -> {
                    CompletableFuture<AbortAnswer> answer = restoreForOther(held, who, why);
                    // queried after the order has been sent, so that the order does not wait for the database
                    return movesNoTraffic(id) ? answer.thenApply(RunEnder::beforeTraffic) : answer;
                })
                .orElseGet(() -> CompletableFuture.completedFuture(notHeld(id)));
    }

    /** Ends every run of every controller, and returns how many there were. */
    int abortAll(String who, String why) {
        List<ActiveRun> own = runs.active();
        own.forEach(run -> abortOwn(run, who, why));
        List<RunJournal.Held> elsewhere = remoteRuns.all(clock.get()).stream()
                .filter(held -> runs.find(held.run()).isEmpty())
                .toList();
        elsewhere.forEach(held -> restoreForOther(held, who, why));
        return own.size() + elsewhere.size();
    }

    /** Sends the order directly: the run thread may be blocked, for example by a database that hangs. */
    private void abortOwn(ActiveRun active, String who, String why) {
        active.stopShifting();
        Run run = active.run();
        loop.handle(active, new RunEvent.AbortAsked(who, why));
        if (run.state().movesTraffic()) {
            String pool = run.facts().service().name();
            var held = new RunJournal.Held(pool, run.id(), run.facts().token(), settings.owner());
            outbox.send(
                    RemoteRuns.lastOrder(held, clock.get(), settings.orderValidFor(), null),
                    failure -> log.error("run={} last order was not sent: {}", run.id(), failure));
        }
    }

    private CompletableFuture<AbortAnswer> restoreForOther(RunJournal.Held held, String who, String why) {
        CompletableFuture<AbortAnswer> answer = remoteRestores.make(held, clock.get(), oneLine(who + ": " + why));
        trail.asked(AuditAction.RUN_ABORT, held.pool() + "/" + held.run(), who, why);
        return answer;
    }

    /** It reaches the log of a redirector. */
    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }

    private boolean movesNoTraffic(String id) {
        try {
            return remoteRuns
                    .state(id)
                    .filter(state -> !state.movesTraffic() && !state.over())
                    .isPresent();
        } catch (DataAccessException | TransactionException e) {
            return false;
        }
    }

    private static AbortAnswer beforeTraffic(AbortAnswer answer) {
        return answer == AbortAnswer.TAKEN ? AbortAnswer.TAKEN_BEFORE_TRAFFIC : answer;
    }

    /** The answer for a run that holds no pool: it is over, or the database failed when the run was looked up. */
    private AbortAnswer notHeld(String id) {
        try {
            if (journal.state(id).isEmpty()) {
                return AbortAnswer.NO_SUCH_RUN;
            }
            return remoteRuns.state(id).filter(state -> !state.over()).isPresent()
                    ? AbortAnswer.UNDELIVERED
                    : AbortAnswer.OVER;
        } catch (DataAccessException | TransactionException e) {
            return AbortAnswer.NO_SUCH_RUN;
        }
    }

    /**
     * Ends a run that was taken over and whose pool definition is unreadable, so that its restore cannot be observed.
     * Its lease has ended in any case. The order makes sure that no earlier order of the run holds.
     */
    void interrupt(RunJournal.Taken taken, Instant now) {
        RunJournal.Held held = taken.held();
        String reason = EndMessages.interruptedUnseen(settings.owner(), taken.problem());
        outbox.send(
                RemoteRuns.lastOrder(held, now, settings.orderValidFor(), null),
                failure -> log.error("run={} last order was not sent: {}", held.run(), failure));
        journal.interrupt(held, reason, now);
        log.error("run={} pool={} is ended: {}", held.run(), held.pool(), reason);
    }

    /** Returns false if there is no such run. */
    boolean dismiss(String id, String who, String why) throws RunRefused {
        Optional<ActiveRun> own = runs.find(id);
        if (own.isEmpty()) {
            return notOwn(id);
        }
        if (own.get().run().state() != RunState.RESTORING) {
            throw new RunRefused(RunRefused.Cause.NOT_RESTORING, RefusalMessages.notRestoring(id), id);
        }
        loop.handle(own.get(), new RunEvent.Dismissed(who, why));
        return true;
    }

    private boolean notOwn(String id) throws RunRefused {
        for (RunJournal.Held held : journal.held()) {
            if (held.run().equals(id)) {
                throw new RunRefused(
                        RunRefused.Cause.NOT_RESTORING, RefusalMessages.drivenElsewhere(id, held.owner()), id);
            }
        }
        if (journal.state(id).isPresent()) {
            throw new RunRefused(RunRefused.Cause.NOT_RESTORING, RefusalMessages.overAlready(id), id);
        }
        return false;
    }
}
