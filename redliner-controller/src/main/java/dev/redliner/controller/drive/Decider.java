package dev.redliner.controller.drive;

import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.redirect.Outbox;
import dev.redliner.controller.run.Command;
import dev.redliner.controller.run.Decision;
import dev.redliner.controller.run.Replay;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.RunState;
import dev.redliner.controller.thread.DatabaseThread;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.dao.DataAccessException;

/**
 * Decides, on one thread: an event comes in, the run says what follows, the event is journalled, and then it is done.
 * What brings relief is done first and journalled afterwards.
 */
final class Decider {
    private static final Logger log = LoggerFactory.getLogger(Decider.class);
    private static final long HEARTBEAT_MS = 100;
    private static final Duration THINKS_WITHIN = Duration.ofSeconds(2);

    private final ActiveRuns runs;
    private final RunJournal journal;
    private final RunKeeper keeper;
    private final RunAudit trail;
    private final DriverMeters meters;
    private final InstantSource clock;
    private final Dispatch dispatch;
    private final ScheduledExecutorService decider;
    private volatile Instant thought = Instant.EPOCH;

    Decider(
            ActiveRuns runs,
            RunJournal journal,
            RunKeeper keeper,
            RunAudit trail,
            DriverMeters meters,
            InstantSource clock,
            Outbox outbox,
            ScheduledExecutorService decider) {
        this.decider = decider;
        this.runs = runs;
        this.journal = journal;
        this.keeper = keeper;
        this.trail = trail;
        this.meters = meters;
        this.clock = clock;
        this.dispatch = new Dispatch(outbox, this::hear);
    }

    Dispatch dispatch() {
        return dispatch;
    }

    void start() {
        decider.scheduleWithFixedDelay(this::heartbeatAndSurvive, HEARTBEAT_MS, HEARTBEAT_MS, TimeUnit.MILLISECONDS);
    }

    void stop() {
        DatabaseThread.end(decider);
    }

    /** Whether it decided something or looked at the time lately. */
    boolean thinks() {
        return !thought.plus(THINKS_WITHIN).isBefore(clock.instant());
    }

    void hear(ActiveRun run, RunEvent event) {
        try {
            decider.execute(() -> decide(run, event));
        } catch (RejectedExecutionException e) {
            log.warn(
                    "run={} {} came after the stop",
                    run.run().id(),
                    event.getClass().getSimpleName());
        }
    }

    /** A scheduled task that throws is never run again. */
    private void heartbeatAndSurvive() {
        try {
            heartbeat();
        } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
            log.error("the runs could not be looked at; trying again", e);
        }
    }

    /** Whoever stood still believes what is long past: nothing is renewed on it. */
    private void heartbeat() {
        Instant before = thought;
        Duration gap = Duration.between(before, clock.instant());
        boolean stalled = !before.equals(Instant.EPOCH) && gap.compareTo(THINKS_WITHIN) > 0;
        runs.active()
                .forEach(run ->
                        decide(run, stalled ? new RunEvent.Stalled(gap.toSeconds()) : new RunEvent.TimePassed()));
        thought = clock.instant();
    }

    private void decide(ActiveRun active, RunEvent event) {
        if (active.isRebuilding()) {
            // it restores in any case, and all that it may learn from traffic and time comes again: a person's word
            // does not
            if (event instanceof RunEvent.AbortAsked || event instanceof RunEvent.Dismissed) {
                active.putOff(event);
            }
            return;
        }
        // whole milliseconds: what the journal keeps is what was decided on
        decide(active, active.run(), event, Instant.ofEpochMilli(clock.millis()));
    }

    private void decide(ActiveRun active, Run before, RunEvent event, Instant now) {
        try (var context = MDC.putCloseable("run", before.id())) {
            if (before.waitsInVain(event, now)) {
                return;
            }
            Decision decision = before.on(event, now);
            if (decision.run() == before) {
                return;
            }
            if (!event.bringsRelief() && !journalled(active, now, event, decision.run())) {
                return;
            }
            active.becomes(decision.run());
            try {
                carryOut(active, before, decision, event, now);
                if (event.bringsRelief()) {
                    journalled(active, now, event, decision.run());
                }
            } finally {
                // last: with its end written down, nobody has the run any more, and no event of it is taken. Whatever
                // failed before: an end that is not written keeps the pool locked
                if (before.state() != decision.run().state()) {
                    keeper.keep(active, now);
                }
            }
        } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
            log.error("run={} failed on {}; restoring", before.id(), event, e);
            if (!(event instanceof RunEvent.PartFailed)) {
                decide(active, new RunEvent.PartFailed("deciding the run", String.valueOf(e.getMessage())));
            }
        }
    }

    /**
     * Whether the event was written down, or need not be: while the traffic goes back, the journal may fail. If neither, the
     * run ends.
     */
    private boolean journalled(ActiveRun active, Instant now, RunEvent event, Run after) {
        String failure;
        try {
            if (journal.append(active.held(), active.nextJournalSequence(), now, event, after.outcome())) {
                return true;
            }
            log.warn("run={} was taken over by another controller", active.run().id());
            failure = "another controller has taken the run over";
        } catch (DataAccessException e) {
            log.error("run={} could not journal {}: {}", active.run().id(), event, e.getMessage());
            failure = "the database does not answer";
        }
        RunState state = active.run().state();
        if (state.over() || state == RunState.RESTORING) {
            return true;
        }
        decide(active, new RunEvent.PartFailed("writing the journal", failure));
        return false;
    }

    /**
     * Goes on with a run that was taken over, as its journal tells of it: to restore it, unless only its end was not
     * written.
     *
     * @param events how many are in the journal
     * @param taken when it was taken over
     */
    void rebuilt(ActiveRun active, Replay replay, long events, String owner, Instant taken) {
        decider.execute(() -> {
            try {
                active.continueJournal(events);
                becomes(active, replay, owner, taken);
            } finally {
                active.rebuilt().forEach(event -> decide(active, event));
            }
        });
    }

    private void becomes(ActiveRun active, Replay replay, String owner, Instant taken) {
        Run restoring = active.run();
        if (replay.run().state().over()) {
            active.becomes(replay.run());
            keeper.keep(active, taken);
            active.news().changed(restoring, replay.run(), new RunEvent.TimePassed(), taken);
        } else {
            // it goes from one restore to the other at once: what the journal ends with may be a shift
            var recovered = new RunEvent.Recovered(
                    owner, restoring.facts().token(), replay.until().orElse(null), replay.lost());
            decide(active, replay.run(), recovered, taken);
        }
    }

    private void carryOut(ActiveRun active, Run before, Decision decision, RunEvent event, Instant now) {
        Run after = decision.run();
        for (Command command : decision.commands()) {
            switch (command) {
                case ORDER, FINISH -> dispatch.order(active, now);
                case WATCH -> dispatch.watch(active, now);
            }
        }
        if (before.state() != after.state()) {
            log.info(
                    "run={} pool={} {} -> {}: {}",
                    after.id(),
                    after.facts().service().name(),
                    before.state(),
                    after.state(),
                    after.decided());
        }
        trail.changed(before, after, event);
        meters.decided(before, after, event, now);
        active.news().changed(before, after, event, now);
    }
}
