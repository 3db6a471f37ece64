package dev.redliner.controller.drive;

import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Ends runs on request, those of other controllers too. */
final class RunEnder {
    private final DriverSettings settings;
    private final RunJournal journal;
    private final OthersRuns others;
    private final RunAudit trail;
    private final ActiveRuns runs;
    private final Decider decider;

    RunEnder(
            DriverSettings settings,
            RunJournal journal,
            OthersRuns others,
            RunAudit trail,
            ActiveRuns runs,
            Decider decider) {
        this.settings = settings;
        this.journal = journal;
        this.others = others;
        this.trail = trail;
        this.runs = runs;
        this.decider = decider;
    }

    /** False if no controller has such a run. */
    boolean abort(String id, String who, String why, Instant now) {
        Optional<ActiveRun> own = runs.find(id);
        if (own.isPresent()) {
            abortOwn(own.get(), who, why, now);
            return true;
        }
        Optional<RunJournal.Held> held = others.find(id, now);
        held.ifPresent(it -> restoreForOther(it, who, why, now));
        return held.isPresent() || known(id);
    }

    /** How many of whichever controller. */
    int abortAll(String who, String why, Instant now) {
        List<ActiveRun> own = runs.active();
        own.forEach(run -> abortOwn(run, who, why, now));
        List<RunJournal.Held> elsewhere = others.all(now).stream()
                .filter(held -> runs.find(held.run()).isEmpty())
                .toList();
        elsewhere.forEach(held -> restoreForOther(held, who, why, now));
        return own.size() + elsewhere.size();
    }

    /** The order goes out from here: the deciding thread may be held up, such as by a database that hangs. */
    private void abortOwn(ActiveRun active, String who, String why, Instant now) {
        active.shiftsNoMore();
        Run run = active.run();
        decider.hear(active, new RunEvent.AbortAsked(who, why));
        if (run.state().movesTraffic()) {
            String pool = run.facts().service().name();
            var held = new RunJournal.Held(pool, run.id(), run.facts().token(), settings.owner());
            others.restore(held, now, settings.orderValidFor());
        }
    }

    private void restoreForOther(RunJournal.Held held, String who, String why, Instant now) {
        others.restore(held, now, settings.orderValidFor());
        trail.asked(AuditAction.RUN_ABORT, held.pool() + "/" + held.run(), who, why);
    }

    private boolean known(String id) {
        try {
            return journal.find(id).isPresent();
        } catch (DataAccessException | TransactionException e) {
            return false;
        }
    }

    /** False if this controller does not drive such a run. */
    boolean dismiss(String id, String who, String why) throws RunRefused {
        Optional<ActiveRun> own = runs.find(id);
        if (own.isEmpty()) {
            return false;
        }
        if (own.get().run().state() != RunState.RESTORING) {
            throw new RunRefused(
                    RunRefused.Cause.NOT_RESTORING, "run " + id + " is not being restored; abort it instead", id);
        }
        decider.hear(own.get(), new RunEvent.Dismissed(who, why));
        return true;
    }
}
