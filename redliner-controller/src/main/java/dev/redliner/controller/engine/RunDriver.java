package dev.redliner.controller.engine;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunUpdate;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.journal.StartKey;
import dev.redliner.controller.lever.Engaged;
import dev.redliner.controller.outbox.Outbox;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.service.ServiceLookup;
import dev.redliner.search.SearchStart;
import dev.redliner.search.policy.GuidedSearch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs of this controller. It passes events to them, shows their state, and takes over runs that other controllers
 * left behind. Its parts start, end, decide, renew and store the runs.
 */
public final class RunDriver implements Runs {
    private static final Logger log = LoggerFactory.getLogger(RunDriver.class);

    private final DriverSettings settings;
    private final RunJournal journal;
    private final InstantSource clock;
    private final RunAudit trail;
    private final ActiveRuns runs;
    private final RemoteRuns remoteRuns;
    private final OrphanRecovery takeOver;
    private final RunPersister persister;
    private final RunEventLoop loop;
    private final Rebuilder rebuilder;
    private final Renewer renewer;
    private final RunStarter starter;
    private final RunEnder ender;
    private final RunReader reader;
    private volatile boolean running;
    private volatile boolean stopping;

    /**
     * @param traffic the recorded traffic of a pool before a run
     * @param lever whether the safety lever is engaged; queried at each start
     */
    public RunDriver(
            DriverSettings settings,
            ServiceLookup services,
            RunJournal journal,
            Function<String, List<Integer>> traffic,
            Outbox outbox,
            Supplier<Optional<Engaged>> lever,
            AuditLog audit,
            InstantSource clock,
            DriverMeters meters) {
        this(
                settings,
                services,
                journal,
                traffic,
                outbox,
                lever,
                audit,
                clock,
                meters,
                DriverThreads.started(),
                GuidedSearch::from);
    }

    /**
     * Creates a driver on threads that the caller provides, such as those of a simulation in virtual time.
     *
     * @param threads the threads to decide, renew and write on; the driver ends them when it stops
     * @param search how each run begins its search
     */
    public RunDriver(
            DriverSettings settings,
            ServiceLookup services,
            RunJournal journal,
            Function<String, List<Integer>> traffic,
            Outbox outbox,
            Supplier<Optional<Engaged>> lever,
            AuditLog audit,
            InstantSource clock,
            DriverMeters meters,
            DriverThreads threads,
            SearchStart search) {
        this.settings = settings;
        this.journal = journal;
        this.clock = clock;
        this.trail = new RunAudit(audit, settings.owner());
        this.runs = new ActiveRuns(settings, search);
        this.reader = new RunReader(journal, runs, this::now);
        this.remoteRuns = new RemoteRuns(journal);
        var remoteRestores = new RemoteRestores(outbox, settings.orderValidFor(), remoteRuns::state);
        this.takeOver = new OrphanRecovery(journal, settings.owner(), settings.takeOverAfter(), runs, this::adopt);
        this.persister = new RunPersister(
                journal,
                settings.owner(),
                settings.alone(),
                runs,
                takeOver,
                remoteRestores,
                this::deposed,
                threads.persister());
        this.loop = new RunEventLoop(runs, journal, persister, trail, meters, clock, outbox, threads.loop());
        this.rebuilder = new Rebuilder(journal, loop, settings.owner(), threads.rebuilder());
        this.renewer = new Renewer(
                runs, loop, meters, clock, remoteRestores::retry, persister::alive, persister::show, threads.renewer());
        this.starter = new RunStarter(
                settings.owner(),
                services,
                journal,
                traffic,
                lever,
                () -> running && !stopping,
                this::now,
                trail,
                runs,
                loop);
        this.ender = new RunEnder(settings, journal, outbox, remoteRuns, remoteRestores, this::now, trail, runs, loop);
    }

    void start() {
        running = true;
        if (settings.alone()) {
            takeOver.all(now());
        }
        loop.start();
        renewer.start();
    }

    /**
     * Restores every run first, and waits until the traffic is observed back on its baseline. All other parts stop
     * after the driver.
     */
    void stop() {
        stopping = true;
        runs.active().forEach(run -> abort(run.run().id(), "this controller", "it was asked to stop"));
        Instant until = clock.instant().plus(settings.restoreOnStop());
        while (!runs.active().isEmpty() && clock.instant().isBefore(until)) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        runs.active()
                .forEach(run -> log.error(
                        "run={} pool={} restore was not confirmed before the stop; its lease expires within {}",
                        run.run().id(),
                        run.run().facts().service().name(),
                        settings.orderValidFor()));
        running = false;
        renewer.stop();
        rebuilder.stop();
        loop.stop();
        persister.stop();
        reader.stop();
    }

    boolean runs() {
        return running;
    }

    @Override
    public String start(String service, RunOptions options, String who, @Nullable StartKey key) throws RunRefused {
        return starter.start(service, options, who, key);
    }

    @Override
    public CompletableFuture<AbortAnswer> abort(String id, String who, String why) {
        return ender.abort(id, who, why);
    }

    @Override
    public int abortAll(String who, String why) {
        return ender.abortAll(who, why);
    }

    @Override
    public boolean dismiss(String id, String who, String why) throws RunRefused {
        return ender.dismiss(id, who, why);
    }

    @Override
    public Optional<String> activeOn(String service) {
        return reader.activeOn(service);
    }

    @Override
    public Optional<RunReport> find(String id) {
        return reader.find(id);
    }

    @Override
    public List<RunReport> list(int limit) {
        return reader.list(limit);
    }

    @Override
    public List<RunReport> inMemory() {
        return reader.inMemory();
    }

    @Override
    public AutoCloseable follow(String id, long after, Consumer<RunUpdate> listener) {
        return reader.follow(id, after, listener);
    }

    /** Passes an event of a pool to every active run on that pool. */
    public void handle(String pool, RunEvent event) {
        if (event instanceof RunEvent.ReportArrived arrived) {
            remoteRuns.onReport(arrived.report());
        }
        runs.active().stream()
                .filter(run -> run.run().facts().service().name().equals(pool))
                .forEach(run -> loop.handle(run, event));
    }

    /** Why runs cannot be written to the database; empty if they can. */
    public String unwritten() {
        return persister.failing();
    }

    /** Whether this controller can decide. While it cannot, its leases expire. */
    public boolean isResponsive() {
        return running && loop.isResponsive();
    }

    /** The runs that this controller drives now. */
    public List<Run> active() {
        return runs.active().stream().map(ActiveRun::run).toList();
    }

    /** The ids of the runs that this controller drives now. */
    public List<String> activeRuns() {
        return active().stream().map(Run::id).toList();
    }

    /** Restores the run at once. Everything else about the run is then read from its journal. */
    private void adopt(RunJournal.Taken taken, Instant now) {
        RunJournal.Held held = taken.held();
        log.warn("run={} pool={} orphaned run found; restoring {}", held.run(), held.pool(), taken.problem());
        trail.asked(
                AuditAction.RUN_TAKEN_OVER,
                AuditEntry.subject(held.pool(), held.run()),
                settings.owner(),
                "nobody drove it any more; new token " + taken.token());
        if (taken.accepted().isPresent()) {
            adopt(runs.accepted(taken.accepted().get()), taken, now);
        } else {
            ender.interrupt(taken, now);
        }
    }

    private void adopt(Run accepted, RunJournal.Taken taken, Instant now) {
        ActiveRun run = runs.adopt(accepted, taken.token(), now);
        loop.dispatch().renew(run, now);
        loop.dispatch().watch(run, now);
        rebuilder.rebuild(run, accepted, taken.problem(), now);
    }

    /** Ends the run in this controller because another controller took it over. */
    private void deposed(ActiveRun run) {
        if (!run.run().state().over() && run.run().state() != RunState.RESTORING) {
            log.warn("run={} was taken over by another controller", run.run().id());
            loop.handle(
                    run, new RunEvent.PartFailed("writing the journal", "another controller has taken over the run"));
        }
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
