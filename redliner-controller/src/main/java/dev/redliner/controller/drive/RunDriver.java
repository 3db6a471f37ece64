package dev.redliner.controller.drive;

import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.redirect.Outbox;
import dev.redliner.controller.report.RunReport;
import dev.redliner.controller.report.RunReports;
import dev.redliner.controller.run.Command;
import dev.redliner.controller.run.Decision;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.search.GuidedSearch;
import dev.redliner.controller.search.SearchSettings;
import dev.redliner.controller.search.SearchStart;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Drives runs: events come in, the run decides, what it decided is journalled and then done. One thread decides;
 * another renews orders and watches, but only while the first is alive, so that a controller that can no longer think
 * lets its leases run out.
 */
public final class RunDriver implements Runs {
    private static final Logger log = LoggerFactory.getLogger(RunDriver.class);
    private static final long HEARTBEAT_MS = 100;
    private static final Duration THINKS_WITHIN = Duration.ofSeconds(2);
    private static final Duration ALIVE_EVERY = Duration.ofSeconds(2);
    private static final int RUNS_REMEMBERED = 20;

    private final DriverSettings settings;
    private final ServiceCatalog catalog;
    private final RunJournal journal;
    private final Outbox outbox;
    private final InstantSource clock;
    private final DriverMeters meters;
    private final Map<String, ActiveRun> runs = new ConcurrentHashMap<>();
    private final SearchStart search;
    private final ScheduledExecutorService decider;
    private final ScheduledExecutorService renewer;
    private final ExecutorService keeper;
    private volatile Instant thought = Instant.EPOCH;
    private volatile Instant kept = Instant.EPOCH;
    private volatile boolean running;
    private volatile boolean stopping;

    public RunDriver(
            DriverSettings settings,
            ServiceCatalog catalog,
            RunJournal journal,
            Outbox outbox,
            InstantSource clock,
            DriverMeters meters) {
        this(settings, catalog, journal, outbox, clock, meters, DriverThreads.started(), GuidedSearch::from);
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
            InstantSource clock,
            DriverMeters meters,
            DriverThreads threads,
            SearchStart search) {
        this.settings = settings;
        this.catalog = catalog;
        this.journal = journal;
        this.outbox = outbox;
        this.clock = clock;
        this.meters = meters;
        this.search = search;
        this.decider = threads.decider();
        this.renewer = threads.renewer();
        this.keeper = threads.keeper();
    }

    void start() {
        running = true;
        if (settings.alone()) {
            takeOver(Duration.ZERO);
        }
        decider.scheduleWithFixedDelay(this::heartbeat, HEARTBEAT_MS, HEARTBEAT_MS, TimeUnit.MILLISECONDS);
        renewer.scheduleWithFixedDelay(this::renew, HEARTBEAT_MS, HEARTBEAT_MS, TimeUnit.MILLISECONDS);
    }

    /** Restores every run first, and waits until the traffic is seen back. The other parts stop after this one. */
    void stop() {
        stopping = true;
        active().forEach(run -> abort(run.run().id(), "this controller", "it was asked to stop"));
        Instant until = clock.instant().plus(settings.restoreOnStop());
        while (!active().isEmpty() && clock.instant().isBefore(until)) {
            java.util.concurrent.locks.LockSupport.parkNanos(
                    Duration.ofMillis(50).toNanos());
        }
        active().forEach(run -> log.error(
                "run={} pool={} was not seen restored before the stop; its lease runs out within {}",
                run.run().id(),
                run.run().facts().service().name(),
                settings.orderValidFor()));
        running = false;
        renewer.shutdownNow();
        decider.shutdown();
        awaitEnd(decider);
        keeper.shutdown();
        awaitEnd(keeper);
    }

    private static void awaitEnd(ExecutorService executor) {
        try {
            if (!executor.awaitTermination(2, TimeUnit.SECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    boolean runs() {
        return running;
    }

    @Override
    public String start(String service, String who) throws RunRefused {
        ServiceDefinition definition = catalog.find(service)
                .orElseThrow(() -> new RunRefused(
                        RunRefused.Cause.UNKNOWN_SERVICE, "no service is called '" + service + "'", null));
        if (!running || stopping) {
            throw new RunRefused(RunRefused.Cause.NOT_READY, "this controller is stopping or starting", null);
        }
        Instant now = now();
        RunJournal.Claim claim;
        try {
            claim = journal.claim(definition, settings.owner(), who, now);
        } catch (DataAccessException | TransactionException e) {
            throw new RunRefused(RunRefused.Cause.NOT_READY, "the database does not answer: " + e.getMessage(), null);
        }
        if (claim.claimed().isEmpty()) {
            String holder = claim.holder().orElse(null);
            throw new RunRefused(RunRefused.Cause.POOL_BUSY, "run " + holder + " is active on pool " + service, holder);
        }
        outbox.publish(definition.pool());
        ActiveRun run = adopt(claim.claimed().get());
        hear(run, new RunEvent.Begun(who));
        return run.run().id();
    }

    private ActiveRun adopt(RunJournal.Claimed claimed) {
        var facts = new Run.Facts(
                claimed.id(), claimed.service(), claimed.token(), claimed.startedAt(), SearchSettings.DEFAULT, search);
        var run = new ActiveRun(Run.accepted(facts), settings);
        runs.put(claimed.id(), run);
        return run;
    }

    @Override
    public boolean abort(String id, String who, String why) {
        ActiveRun run = runs.get(id);
        if (run == null) {
            return false;
        }
        hear(run, new RunEvent.AbortAsked(who, why));
        return true;
    }

    @Override
    public Optional<RunReport> find(String id) {
        ActiveRun run = runs.get(id);
        return run != null ? Optional.of(RunReports.of(run.run(), now())) : journal.find(id);
    }

    @Override
    public List<RunReport> list(int limit) {
        return journal.list(limit).stream()
                .map(stored -> Optional.ofNullable(runs.get(stored.id()))
                        .map(run -> RunReports.of(run.run(), now()))
                        .orElse(stored))
                .toList();
    }

    @Override
    public AutoCloseable follow(String id, long after, Consumer<RunNews> reader) {
        ActiveRun run = runs.get(id);
        if (run != null) {
            return run.news().follow(after, reader);
        }
        journal.find(id)
                .filter(report -> report.state().over())
                .ifPresent(report -> reader.accept(new RunNews(after + 1, RunNews.Kind.END, report)));
        return () -> {};
    }

    /** An event of a pool, for whichever run has it. */
    public void hear(String pool, RunEvent event) {
        active().stream()
                .filter(run -> run.run().facts().service().name().equals(pool))
                .forEach(run -> hear(run, event));
    }

    private void hear(ActiveRun run, RunEvent event) {
        try {
            decider.execute(() -> decide(run, event));
        } catch (RejectedExecutionException e) {
            log.warn(
                    "run={} {} came after the stop",
                    run.run().id(),
                    event.getClass().getSimpleName());
        }
    }

    private void decide(ActiveRun active, RunEvent event) {
        Run before = active.run();
        Instant now = now();
        try (var context = MDC.putCloseable("run", before.id())) {
            Decision decision = before.on(event, now);
            if (decision.run() == before) {
                return;
            }
            boolean bringsRelief = event instanceof RunEvent.AbortAsked
                    || event instanceof RunEvent.PartFailed
                    || event instanceof RunEvent.Stalled
                    || event instanceof RunEvent.Recovered;
            if (!bringsRelief && !journalled(active, now, event)) {
                decide(active, new RunEvent.PartFailed("journal", "the database does not answer"));
                return;
            }
            active.becomes(decision.run());
            carryOut(active, before, decision, event, now);
            if (bringsRelief) {
                journalled(active, now, event);
            }
        } catch (RuntimeException e) {
            log.error("run={} failed on {}; restoring", before.id(), event, e);
            if (!(event instanceof RunEvent.PartFailed)) {
                decide(active, new RunEvent.PartFailed("run", String.valueOf(e.getMessage())));
            }
        }
    }

    private boolean journalled(ActiveRun active, Instant now, RunEvent event) {
        try {
            journal.append(active.run().id(), active.nextJournalSequence(), now, event);
            return true;
        } catch (DataAccessException e) {
            log.error("run={} could not journal {}: {}", active.run().id(), event, e.getMessage());
            return active.run().state().over()
                    || active.run().state() == dev.redliner.controller.run.RunState.RESTORING;
        }
    }

    private void carryOut(ActiveRun active, Run before, Decision decision, RunEvent event, Instant now) {
        Run after = decision.run();
        for (Command command : decision.commands()) {
            switch (command) {
                case ORDER -> sendOrder(active, now);
                case WATCH -> sendWatch(active, now);
                case FINISH -> sendOrder(active, now);
            }
        }
        if (before.state() != after.state()) {
            logState(before, after);
            keep(active, now);
        }
        meters.decided(before, after, event, now);
        active.news().changed(before, after, event, now);
    }

    private static void logState(Run before, Run after) {
        log.info(
                "run={} pool={} {} -> {}: {}",
                after.id(),
                after.facts().service().name(),
                before.state(),
                after.state(),
                after.decided());
    }

    /** Writes what a run has to show, off the deciding thread. */
    private void keep(ActiveRun active, Instant now) {
        RunReport report = RunReports.of(active.run(), now);
        String pool = active.run().facts().service().name();
        keeper.execute(() -> {
            try {
                if (report.state().over()) {
                    journal.finish(report, pool, settings.owner());
                    forgetOldRuns();
                } else {
                    journal.show(report);
                }
            } catch (RuntimeException e) {
                // no connection for a transaction is no DataAccessException
                log.error("run={} could not be written: {}; trying again", report.id(), e.getMessage());
                if (report.state().over()) {
                    retryLater(active, now);
                }
            }
        });
    }

    private void retryLater(ActiveRun active, Instant now) {
        if (running) {
            renewer.schedule(() -> keep(active, now), 2, TimeUnit.SECONDS);
        }
    }

    private void forgetOldRuns() {
        var over = runs.values().stream()
                .filter(r -> r.run().state().over())
                .sorted(Comparator.comparing((ActiveRun r) -> r.run().facts().startedAt())
                        .reversed())
                .skip(RUNS_REMEMBERED)
                .toList();
        over.forEach(r -> runs.remove(r.run().id()));
    }

    /** Whether it decided something or looked at the time lately. */
    public boolean thinks() {
        return running && !thought.plus(THINKS_WITHIN).isBefore(clock.instant());
    }

    /** The runs that it drives now. */
    public List<String> activeRuns() {
        return active().stream().map(run -> run.run().id()).toList();
    }

    /** Whoever stood still believes what is long past: nothing is renewed on it. */
    private void heartbeat() {
        Instant before = thought;
        Duration gap = Duration.between(before, clock.instant());
        boolean stalled = !before.equals(Instant.EPOCH) && gap.compareTo(THINKS_WITHIN) > 0;
        active().forEach(run ->
                decide(run, stalled ? new RunEvent.Stalled(gap.toSeconds()) : new RunEvent.TimePassed()));
        thought = clock.instant();
    }

    /** A scheduled task that throws is never run again. */
    private void renew() {
        try {
            renewAll(now());
        } catch (RuntimeException e) {
            log.error("leases could not be renewed: {}", e.getMessage(), e);
        }
    }

    private void renewAll(Instant now) {
        if (thought.plus(THINKS_WITHIN).isBefore(now)) {
            log.warn("the deciding thread is stuck since {}; leases are not renewed", thought);
            return;
        }
        for (ActiveRun run : active()) {
            if (run.due(now)) {
                sendOrder(run, now);
                sendWatch(run, now);
                meters.renewed();
            }
        }
        if (kept.plus(ALIVE_EVERY).isBefore(now)) {
            kept = now;
            keeper.execute(() -> keepAlive(now));
        }
    }

    private void keepAlive(Instant now) {
        try {
            for (ActiveRun run : active()) {
                journal.alive(run.run().id(), run.run().facts().service().name(), settings.owner(), now);
            }
            if (!settings.alone()) {
                takeOver(settings.takeOverAfter());
            }
        } catch (RuntimeException e) {
            log.error("the database does not answer: {}", e.getMessage());
        }
    }

    private void takeOver(Duration unseenFor) {
        for (RunJournal.Claimed claimed : journal.takeOver(settings.owner(), unseenFor, now())) {
            log.warn(
                    "run={} pool={} was left behind; restoring",
                    claimed.id(),
                    claimed.service().name());
            outbox.publish(claimed.service().pool());
            ActiveRun run = adopt(claimed);
            run.skipJournal(journal.lastSequence(claimed.id()));
            hear(run, new RunEvent.Recovered(settings.owner()));
        }
    }

    private void sendOrder(ActiveRun run, Instant now) {
        run.order(now, order -> outbox.send(order, why -> failed(run, "sending an order", why)));
    }

    private void sendWatch(ActiveRun run, Instant now) {
        outbox.send(
                run.watch(now),
                why -> log.warn("run={} watch not sent: {}", run.run().id(), why));
    }

    private void failed(ActiveRun run, String what, String why) {
        log.warn("run={} {} failed: {}", run.run().id(), what, why);
        hear(run, new RunEvent.PartFailed(what, why));
    }

    private List<ActiveRun> active() {
        return new ArrayList<>(runs.values())
                .stream().filter(run -> !run.run().state().over()).toList();
    }

    /** Whole milliseconds: what the journal keeps is what was decided on. */
    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
