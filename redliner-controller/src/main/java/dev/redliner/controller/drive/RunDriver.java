package dev.redliner.controller.drive;

import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.lever.Engaged;
import dev.redliner.controller.redirect.Outbox;
import dev.redliner.controller.report.RunReport;
import dev.redliner.controller.report.RunReports;
import dev.redliner.controller.run.Beginning;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.RunState;
import dev.redliner.controller.search.GuidedSearch;
import dev.redliner.controller.search.SearchSettings;
import dev.redliner.controller.search.SearchStart;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Begins runs, ends them on demand, takes over those that were left behind, and shows them. */
public final class RunDriver implements Runs {
    private static final Logger log = LoggerFactory.getLogger(RunDriver.class);

    private final DriverSettings settings;
    private final ServiceCatalog catalog;
    private final RunJournal journal;
    private final Outbox outbox;
    private final Supplier<Optional<Engaged>> lever;
    private final InstantSource clock;
    private final SearchStart search;
    private final RunAudit trail;
    private final ActiveRuns runs = new ActiveRuns();
    private final OthersRuns others;
    private final TakeOver takeOver;
    private final RunKeeper keeper;
    private final Decider decider;
    private final Renewer renewer;
    private volatile boolean running;
    private volatile boolean stopping;

    /**
     * @param lever whether the safety lever is engaged; asked at each start
     */
    public RunDriver(
            DriverSettings settings,
            ServiceCatalog catalog,
            RunJournal journal,
            Outbox outbox,
            Supplier<Optional<Engaged>> lever,
            AuditLog audit,
            InstantSource clock,
            DriverMeters meters) {
        this(
                settings,
                catalog,
                journal,
                outbox,
                lever,
                audit,
                clock,
                meters,
                DriverThreads.started(),
                GuidedSearch::from);
    }

    /**
     * A driver on threads of somebody else, such as those of a simulation in virtual time.
     *
     * @param threads what decides, renews and writes; ended with the driver
     * @param search how each of its runs begins to search
     */
    public RunDriver(
            DriverSettings settings,
            ServiceCatalog catalog,
            RunJournal journal,
            Outbox outbox,
            Supplier<Optional<Engaged>> lever,
            AuditLog audit,
            InstantSource clock,
            DriverMeters meters,
            DriverThreads threads,
            SearchStart search) {
        this.settings = settings;
        this.catalog = catalog;
        this.journal = journal;
        this.outbox = outbox;
        this.lever = lever;
        this.clock = clock;
        this.search = search;
        this.trail = new RunAudit(audit, settings.owner());
        this.others = new OthersRuns(journal, outbox);
        this.takeOver = new TakeOver(journal, settings.owner(), settings.takeOverAfter(), runs, this::adopt);
        this.keeper = new RunKeeper(journal, settings.owner(), runs, takeOver, threads.keeper());
        this.decider = new Decider(runs, journal, keeper, trail, meters, clock, outbox, threads.decider());
        this.renewer = new Renewer(runs, decider, meters, clock, keeper::alive, threads.renewer());
    }

    void start() {
        running = true;
        if (settings.alone()) {
            takeOver.all(now());
        }
        decider.start();
        renewer.start();
    }

    /** Restores every run first, and waits until the traffic is seen back. The other parts stop after this one. */
    void stop() {
        stopping = true;
        runs.active().forEach(run -> abort(run.run().id(), "this controller", "it was asked to stop"));
        Instant until = clock.instant().plus(settings.restoreOnStop());
        while (!runs.active().isEmpty() && clock.instant().isBefore(until)) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        runs.active()
                .forEach(run -> log.error(
                        "run={} pool={} was not seen restored before the stop; its lease runs out within {}",
                        run.run().id(),
                        run.run().facts().service().name(),
                        settings.orderValidFor()));
        running = false;
        renewer.stop();
        decider.stop();
        keeper.stop();
    }

    boolean runs() {
        return running;
    }

    @Override
    public String start(String service, RunOptions options, String who) throws RunRefused {
        try {
            return begin(service, options, who);
        } catch (RunRefused e) {
            trail.refused(service, who, e.getMessage());
            throw e;
        }
    }

    private String begin(String service, RunOptions options, String who) throws RunRefused {
        ServiceDefinition definition = catalog.find(service)
                .orElseThrow(() -> new RunRefused(
                        RunRefused.Cause.UNKNOWN_SERVICE, "no service is called '" + service + "'", null));
        if (!running || stopping) {
            throw new RunRefused(RunRefused.Cause.NOT_READY, "this controller is stopping or starting", null);
        }
        Optional<Engaged> engaged = lever.get();
        if (engaged.isPresent()) {
            throw RunRefused.leverEngaged(engaged.get());
        }
        RunJournal.Claim claim;
        Beginning beginning;
        try {
            beginning = beginning(definition, options);
            claim = journal.claim(definition, settings.owner(), who, now());
        } catch (DataAccessException | TransactionException e) {
            throw new RunRefused(RunRefused.Cause.NOT_READY, "the database does not answer: " + e.getMessage(), null);
        }
        if (claim.claimed().isEmpty()) {
            throw RunRefused.busy(claim);
        }
        outbox.publish(definition.pool());
        ActiveRun run = adopt(claim.claimed().get());
        trail.accepted(run.run(), who);
        decider.hear(run, new RunEvent.Begun(who, beginning));
        return run.run().id();
    }

    private Beginning beginning(ServiceDefinition definition, RunOptions options) {
        String asked = options.profile();
        String profile = asked == null ? definition.profile() : asked;
        if (options.cold()) {
            return Beginning.cold(profile, "it was asked to");
        }
        try {
            return History.beginning(journal.measured(definition.name(), History.LOOKED_AT), definition, profile);
        } catch (IllegalArgumentException e) {
            log.warn("service={} begins from nothing: an earlier run's report is odd", definition.name(), e);
            return Beginning.cold(profile, "what an earlier run reported cannot be used: " + e.getMessage());
        }
    }

    private ActiveRun adopt(RunJournal.Claimed claimed) {
        var facts = new Run.Facts(
                claimed.id(), claimed.service(), claimed.token(), claimed.startedAt(), SearchSettings.DEFAULT, search);
        var run = new ActiveRun(Run.accepted(facts), settings);
        runs.add(run);
        return run;
    }

    @Override
    public boolean abort(String id, String who, String why) {
        Optional<ActiveRun> own = runs.find(id);
        if (own.isPresent()) {
            abortOwn(own.get(), who, why);
            return true;
        }
        Optional<RunJournal.Held> held = others.find(id, now());
        held.ifPresent(it -> restoreForOther(it, who, why));
        return held.isPresent() || known(id);
    }

    @Override
    public int abortAll(String who, String why) {
        List<ActiveRun> own = runs.active();
        own.forEach(run -> abortOwn(run, who, why));
        List<RunJournal.Held> elsewhere = others.all(now()).stream()
                .filter(held -> runs.find(held.run()).isEmpty())
                .toList();
        elsewhere.forEach(held -> restoreForOther(held, who, why));
        return own.size() + elsewhere.size();
    }

    /** The order goes out from here: the deciding thread may be held up, such as by a database that hangs. */
    private void abortOwn(ActiveRun active, String who, String why) {
        active.shiftsNoMore();
        Run run = active.run();
        decider.hear(active, new RunEvent.AbortAsked(who, why));
        if (run.state().movesTraffic()) {
            String pool = run.facts().service().name();
            var held = new RunJournal.Held(pool, run.id(), run.facts().token(), settings.owner());
            others.restore(held, now(), settings.orderValidFor());
        }
    }

    private void restoreForOther(RunJournal.Held held, String who, String why) {
        others.restore(held, now(), settings.orderValidFor());
        trail.asked(AuditAction.RUN_ABORT, held.pool() + "/" + held.run(), who, why);
    }

    private boolean known(String id) {
        try {
            return journal.find(id).isPresent();
        } catch (DataAccessException | TransactionException e) {
            return false;
        }
    }

    @Override
    public boolean dismiss(String id, String who, String why) throws RunRefused {
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

    @Override
    public Optional<String> activeOn(String service) {
        return journal.held().stream()
                .filter(held -> held.pool().equals(service))
                .map(RunJournal.Held::run)
                .findFirst();
    }

    @Override
    public Optional<RunReport> find(String id) {
        Optional<ActiveRun> run = runs.find(id);
        return run.isPresent() ? run.map(it -> RunReports.of(it.run(), now())) : journal.find(id);
    }

    @Override
    public List<RunReport> list(int limit) {
        return journal.list(limit).stream()
                .map(stored -> runs.find(stored.id())
                        .map(run -> RunReports.of(run.run(), now()))
                        .orElse(stored))
                .toList();
    }

    @Override
    public AutoCloseable follow(String id, long after, Consumer<RunNews> reader) {
        Optional<ActiveRun> run = runs.find(id);
        if (run.isPresent()) {
            return run.get().news().follow(after, reader);
        }
        journal.find(id)
                .filter(report -> report.state().over())
                .ifPresent(report -> reader.accept(new RunNews(after + 1, RunNews.Kind.END, report)));
        return () -> {};
    }

    /** An event of a pool, for whichever run has it. */
    public void hear(String pool, RunEvent event) {
        if (event instanceof RunEvent.ReportArrived arrived) {
            others.heard(arrived.report());
        }
        runs.active().stream()
                .filter(run -> run.run().facts().service().name().equals(pool))
                .forEach(run -> decider.hear(run, event));
    }

    /** Why runs cannot be written to the database; empty if they can. */
    public String unwritten() {
        return keeper.failing();
    }

    /** Whether it can decide; while it cannot, its leases run out. */
    public boolean thinks() {
        return running && decider.thinks();
    }

    /** The runs that it drives now. */
    public List<Run> active() {
        return runs.active().stream().map(ActiveRun::run).toList();
    }

    /** Their ids. */
    public List<String> activeRuns() {
        return active().stream().map(Run::id).toList();
    }

    private void adopt(RunJournal.Claimed claimed, long events) {
        log.warn(
                "run={} pool={} was left behind; restoring",
                claimed.id(),
                claimed.service().name());
        trail.asked(
                AuditAction.RUN_TAKEN_OVER,
                AuditEntry.subject(claimed.service().name(), claimed.id()),
                settings.owner(),
                "nobody drove it any more; new token " + claimed.token());
        ActiveRun run = adopt(claimed);
        run.skipJournal(events);
        decider.hear(run, new RunEvent.Recovered(settings.owner()));
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
