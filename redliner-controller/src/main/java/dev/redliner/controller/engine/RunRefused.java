package dev.redliner.controller.engine;

import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.lever.Engaged;
import dev.redliner.controller.run.message.RefusalMessages;
import dev.redliner.controller.service.UnreadableService;
import org.jspecify.annotations.Nullable;

/** A run that may not begin, or a run that may not be dismissed. Nothing was changed. */
public final class RunRefused extends Exception {
    private static final long serialVersionUID = 1;

    /** The cause, for programs. */
    public enum Cause {
        UNKNOWN_SERVICE,
        /** This version refuses the stored definition of the service. */
        INVALID_SERVICE,
        /** Another run holds the pool. */
        POOL_BUSY,
        /** A run on another pool holds a dependency that both services share. */
        DEPENDENCY_BUSY,
        /** The safety lever is engaged. */
        LEVER_ENGAGED,
        /** Only a run that is restoring can be dismissed, at the controller that drives it. */
        NOT_RESTORING,
        /** Envoys keep the configuration of an earlier definition that measures other hosts. */
        FROZEN_CONFIGURATION,
        /** Another request started a run with the key. */
        KEY_REUSED,
        NOT_READY
    }

    private final Cause refusal;
    private final @Nullable String activeRun;

    public RunRefused(Cause refusal, String message, @Nullable String activeRun) {
        super(message);
        this.refusal = refusal;
        this.activeRun = activeRun;
    }

    /** The claim failed because another run holds the pool or a dependency. */
    static RunRefused busy(RunJournal.Claim claim) {
        String holder = claim.holder().orElse(null);
        return claim.dependency()
                .map(name ->
                        new RunRefused(Cause.DEPENDENCY_BUSY, RefusalMessages.dependencyBusy(holder, name), holder))
                .orElseGet(() -> new RunRefused(Cause.POOL_BUSY, RefusalMessages.poolBusy(holder), holder));
    }

    /** Envoys keep configuration that contradicts the definition. */
    static RunRefused frozen(String service) {
        return new RunRefused(Cause.FROZEN_CONFIGURATION, RefusalMessages.frozenConfiguration(service), null);
    }

    /** Another request started a run with the key. */
    static RunRefused keyReused(String key, String service) {
        return new RunRefused(Cause.KEY_REUSED, RefusalMessages.keyReused(key, service), null);
    }

    /** This version refuses the definition, which was stored under other rules. */
    static RunRefused invalid(UnreadableService service) {
        return new RunRefused(
                Cause.INVALID_SERVICE, RefusalMessages.invalidService(service.service(), service.problem()), null);
    }

    /** The safety lever is engaged. */
    public static RunRefused leverEngaged(Engaged lever) {
        return new RunRefused(
                Cause.LEVER_ENGAGED, RefusalMessages.leverEngaged(lever.who(), lever.since(), lever.why()), null);
    }

    /** The reason, for a person. */
    @Override
    public String getMessage() {
        return java.util.Objects.requireNonNull(super.getMessage());
    }

    public Cause refusal() {
        return refusal;
    }

    /** The run that holds the pool, for {@link Cause#POOL_BUSY}. */
    public @Nullable String activeRun() {
        return activeRun;
    }
}
