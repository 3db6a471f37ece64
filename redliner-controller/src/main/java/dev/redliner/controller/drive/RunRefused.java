package dev.redliner.controller.drive;

import dev.redliner.controller.lever.Engaged;
import org.jspecify.annotations.Nullable;

/** A run that may not begin; nothing was touched. */
public final class RunRefused extends Exception {
    private static final long serialVersionUID = 1;

    /** Why, for programs. */
    public enum Cause {
        UNKNOWN_SERVICE,
        POOL_BUSY,
        LEVER_ENGAGED,
        NOT_SAFE,
        NOT_READY
    }

    private final Cause refusal;
    private final @Nullable String activeRun;

    public RunRefused(Cause refusal, String message, @Nullable String activeRun) {
        super(message);
        this.refusal = refusal;
        this.activeRun = activeRun;
    }

    /** The safety lever says no. */
    public static RunRefused leverEngaged(Engaged lever) {
        return new RunRefused(Cause.LEVER_ENGAGED, lever.words(), null);
    }

    /** Why, for a person. */
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
