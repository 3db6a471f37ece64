package dev.redliner.controller.engine;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.journal.StartKey;
import dev.redliner.controller.lever.Engaged;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.ThinRules;
import dev.redliner.controller.run.WarmStartRequest;
import dev.redliner.controller.run.message.RefusalMessages;
import dev.redliner.controller.service.ServiceLookup;
import dev.redliner.controller.service.UnreadableService;
import dev.redliner.service.Precisions;
import dev.redliner.service.RuleWindows;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Starts runs, or refuses them with the reason. */
final class RunStarter {
    private final String owner;
    private final ServiceLookup services;
    private final RunJournal journal;
    private final Function<String, List<Integer>> traffic;
    private final Supplier<Optional<Engaged>> lever;
    private final BooleanSupplier ready;
    private final Supplier<Instant> clock;
    private final RunAudit trail;
    private final ActiveRuns runs;
    private final RunEventLoop loop;

    /**
     * @param owner this controller
     * @param traffic the recorded traffic of a pool before a run, see {@link WarmStartRequest}
     * @param lever whether the safety lever is engaged; queried at each start
     * @param ready whether this controller drives runs now
     * @param clock the current time. A run starts when its pool is claimed, however long the preceding steps took
     */
    RunStarter(
            String owner,
            ServiceLookup services,
            RunJournal journal,
            Function<String, List<Integer>> traffic,
            Supplier<Optional<Engaged>> lever,
            BooleanSupplier ready,
            Supplier<Instant> clock,
            RunAudit trail,
            ActiveRuns runs,
            RunEventLoop loop) {
        this.owner = owner;
        this.services = services;
        this.journal = journal;
        this.traffic = traffic;
        this.lever = lever;
        this.ready = ready;
        this.clock = clock;
        this.trail = trail;
        this.runs = runs;
        this.loop = loop;
    }

    /**
     * Starts a run, unless one was started with the key.
     *
     * @param key null: starts a run in any case
     * @return its id
     */
    String start(String service, RunOptions options, String who, @Nullable StartKey key) throws RunRefused {
        try {
            Optional<String> before = started(service, key);
            return before.isPresent() ? before.get() : readable(service, options, who, key);
        } catch (RunRefused e) {
            trail.refused(service, who, e.getMessage());
            throw e;
        }
    }

    /** The run that an earlier request with the key started. */
    private Optional<String> started(String service, @Nullable StartKey key) throws RunRefused {
        if (key == null) {
            return Optional.empty();
        }
        Optional<RunJournal.KeyedRun> before;
        try {
            before = journal.startedWith(key.name(), clock.get());
        } catch (DataAccessException e) {
            throw noDatabase(e);
        }
        if (before.isPresent()
                && !(before.get().service().equals(service)
                        && before.get().asked().equals(key.asked()))) {
            throw RunRefused.keyReused(key.name(), before.get().service());
        }
        return before.map(RunJournal.KeyedRun::run);
    }

    private String readable(String service, RunOptions options, String who, @Nullable StartKey key) throws RunRefused {
        try {
            return begin(service, options, who, key);
        } catch (UnreadableService e) {
            throw RunRefused.invalid(e);
        }
    }

    private String begin(String service, RunOptions options, String who, @Nullable StartKey key) throws RunRefused {
        // the record first: if the definition changes after this line, redirectors refuse the orders of this run
        PoolRecord record = services.pool(service).orElseThrow(() -> unknown(service));
        ServiceDefinition declared = asked(services.find(service).orElseThrow(() -> unknown(service)), options);
        if (record.contradictory()) {
            throw RunRefused.frozen(service);
        }
        if (!ready.getAsBoolean()) {
            throw new RunRefused(RunRefused.Cause.NOT_READY, RefusalMessages.controllerNotReady(), null);
        }
        Optional<Engaged> engaged = lever.get();
        if (engaged.isPresent()) {
            throw RunRefused.leverEngaged(engaged.get());
        }
        RunJournal.Claim claim;
        WarmStartRequest beginning;
        ServiceDefinition definition;
        List<String> remarks;
        try {
            beginning = beginning(declared, options).after(traffic.apply(service));
            OptionalDouble poolRps = Precisions.lately(beginning.traffic());
            definition = RuleWindows.holding(declared, poolRps);
            remarks =
                    ThinRules.lengthened(declared, definition, poolRps).stream().toList();
            claim = journal.claim(definition, owner, who, clock.get(), key);
        } catch (DataAccessException | TransactionException e) {
            throw noDatabase(e);
        }
        if (claim.claimed().isEmpty()) {
            // another request with this key was faster, perhaps at another controller
            Optional<String> meanwhile = started(service, key);
            if (meanwhile.isPresent()) {
                return meanwhile.get();
            }
            throw RunRefused.busy(claim);
        }
        ActiveRun run = runs.adopt(claim.claimed().get(), record.revision());
        trail.accepted(run.run(), who, options.dryRun());
        loop.handle(run, new RunEvent.Begun(who, beginning, options.dryRun(), remarks));
        return run.run().id();
    }

    private static RunRefused noDatabase(RuntimeException e) {
        return new RunRefused(RunRefused.Cause.NOT_READY, RefusalMessages.databaseDown(e.getMessage()), null);
    }

    private static ServiceDefinition asked(ServiceDefinition service, RunOptions options) {
        ServiceDefinition expecting = options.expect() == null ? service : service.expecting(options.expect());
        return options.targetRps() == null ? expecting : expecting.targeting(options.targetRps());
    }

    private static RunRefused unknown(String service) {
        return new RunRefused(RunRefused.Cause.UNKNOWN_SERVICE, RefusalMessages.unknownService(service), null);
    }

    private WarmStartRequest beginning(ServiceDefinition definition, RunOptions options) {
        String asked = options.profile();
        String profile = asked == null ? definition.profile() : asked;
        if (options.cold()) {
            return WarmStartRequest.cold(profile, "it was asked to");
        }
        return History.beginning(journal.measured(definition.name(), History.LOOKED_AT), definition, profile);
    }
}
