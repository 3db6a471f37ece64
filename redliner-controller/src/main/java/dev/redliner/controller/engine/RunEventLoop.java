package dev.redliner.controller.engine;

import dev.redliner.api.RunState;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.outbox.Outbox;
import dev.redliner.controller.run.Replay;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.Run.Decision;
import dev.redliner.controller.run.RunEvent;
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
 * Makes the decisions of all runs on one thread. For each event, the run decides, the event is written to the journal,
 * and then the decision is carried out. Events that lead back to the baseline are the exception: they are carried out
 * first and written to the journal afterwards.
 */
final class RunEventLoop {
    private static final Logger log = LoggerFactory.getLogger(RunEventLoop.class);
    private static final long HEARTBEAT_MS = 100;
    private static final Duration THINKS_WITHIN = Duration.ofSeconds(2);

    private final ActiveRuns runs;
    private final RunJournal journal;
    private final RunPersister persister;
    private final RunAudit trail;
    private final DriverMeters meters;
    private final InstantSource clock;
    private final OrderSender dispatch;
    private final ScheduledExecutorService loop;
    private volatile Instant thought = Instant.EPOCH;

    RunEventLoop(
            ActiveRuns runs,
            RunJournal journal,
            RunPersister persister,
            RunAudit trail,
            DriverMeters meters,
            InstantSource clock,
            Outbox outbox,
            ScheduledExecutorService loop) {
        this.loop = loop;
        this.runs = runs;
        this.journal = journal;
        this.persister = persister;
        this.trail = trail;
        this.meters = meters;
        this.clock = clock;
        this.dispatch = new OrderSender(outbox, this::handle);
    }

    OrderSender dispatch() {
        return dispatch;
    }

    void start() {
        loop.scheduleWithFixedDelay(this::heartbeatAndSurvive, HEARTBEAT_MS, HEARTBEAT_MS, TimeUnit.MILLISECONDS);
    }

    void stop() {
        DatabaseThread.end(loop);
    }

    /** Whether the run thread completed a heartbeat recently. */
    boolean isResponsive() {
        return !thought.plus(THINKS_WITHIN).isBefore(clock.instant());
    }

    void handle(ActiveRun run, RunEvent event) {
        try {
            loop.execute(() -> decide(run, event));
        } catch (RejectedExecutionException e) {
            log.warn(
                    "run={} {} arrived after the stop",
                    run.run().id(),
                    event.getClass().getSimpleName());
        }
    }

    /** Catches every failure: a scheduled task that throws is never executed again. */
    private void heartbeatAndSurvive() {
        try {
            heartbeat();
        } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
            log.error("checking the runs failed; retrying", e);
        }
    }

    /**
     * After a stall, the state of every run is outdated. Each run then receives a Stalled event, so that no lease is
     * renewed from outdated state.
     */
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
            // the run restores in any case, and information about traffic and time arrives again, but a request by a
            // person does not
            if (event instanceof RunEvent.AbortAsked || event instanceof RunEvent.Dismissed) {
                active.putOff(event);
            }
            return;
        }
        // whole milliseconds, because the journal stores no finer times: a replay must see the time of the decision
        decide(active, active.run(), event, Instant.ofEpochMilli(clock.millis()));
    }

    private void decide(ActiveRun active, Run before, RunEvent event, Instant now) {
        try (var context = MDC.putCloseable("run", before.id())) {
            if (before.isObsolete(event, now)) {
                return;
            }
            Decision decision = before.on(event, now);
            if (decision.run() == before) {
                return;
            }
            if (!event.bringsRelief() && !journalled(active, now, event, decision.run())) {
                return;
            }
            active.replaceBy(decision.run());
            try {
                carryOut(active, before, decision, event, now);
                if (event.bringsRelief()) {
                    journalled(active, now, event, decision.run());
                }
            } finally {
                // Last, because writing the end of the run releases it: no later event of the run is accepted. In a
                // finally block, because the pool stays locked until the end is written, even if an earlier step
                // failed.
                if (before.state() != decision.run().state()) {
                    persister.keep(active, now);
                }
            }
        } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
            log.error("run={} processing of {} failed; restoring", before.id(), event, e);
            if (!(event instanceof RunEvent.PartFailed)) {
                decide(active, new RunEvent.PartFailed("the decision of the run", String.valueOf(e.getMessage())));
            }
        }
    }

    /**
     * Whether the decision may be carried out: the event was written to the journal, or the run is already restoring or
     * over and does not depend on the journal. In any other case a failure of the journal ends the run.
     */
    private boolean journalled(ActiveRun active, Instant now, RunEvent event, Run after) {
        String failure;
        try {
            if (journal.append(active.held(), active.nextJournalSequence(), now, event, after.outcome())) {
                return true;
            }
            log.warn("run={} was taken over by another controller", active.run().id());
            failure = "another controller has taken over the run";
        } catch (DataAccessException e) {
            log.error(
                    "run={} {} could not be written to the journal: {}",
                    active.run().id(),
                    event,
                    e.getMessage());
            failure = "the database is unavailable";
        }
        RunState state = active.run().state();
        if (state.over() || state == RunState.RESTORING) {
            return true;
        }
        decide(active, new RunEvent.PartFailed("writing the journal", failure));
        return false;
    }

    /**
     * Continues a run that was taken over, with the state read from its journal. The run is restored, unless it was
     * already over and only its end was not written.
     *
     * @param events how many events are in the journal
     * @param taken when the run was taken over
     */
    void rebuilt(ActiveRun active, Replay replay, long events, String owner, Instant taken) {
        loop.execute(() -> {
            try {
                active.continueJournal(events);
                adopt(active, replay, owner, taken);
            } finally {
                active.rebuilt().forEach(event -> decide(active, event));
            }
        });
    }

    private void adopt(ActiveRun active, Replay replay, String owner, Instant taken) {
        Run restoring = active.run();
        if (replay.run().state().over()) {
            active.replaceBy(replay.run());
            persister.keep(active, taken);
            active.news().changed(restoring, replay.run(), new RunEvent.TimePassed(), taken);
        } else {
            // from the stand-in's restore directly to the restore of the rebuilt run: the journal may end with a shift
            var recovered = new RunEvent.Recovered(
                    owner, restoring.facts().token(), replay.until().orElse(null), replay.lost());
            decide(active, replay.run(), recovered, taken);
        }
    }

    private void carryOut(ActiveRun active, Run before, Decision decision, RunEvent event, Instant now) {
        Run after = decision.run();
        decision.order().ifPresent(traffic -> dispatch.order(active, traffic, now));
        if (decision.watch()) {
            dispatch.watch(active, now);
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
