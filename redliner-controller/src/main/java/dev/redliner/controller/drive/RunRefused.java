package dev.redliner.controller.drive;

import org.jspecify.annotations.Nullable;

/** A run that may not begin; nothing was touched. */
public final class RunRefused extends Exception {
    private static final long serialVersionUID = 1;

    /** Why, for programs. */
    public enum Cause {
        UNKNOWN_SERVICE,
        POOL_BUSY,
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
