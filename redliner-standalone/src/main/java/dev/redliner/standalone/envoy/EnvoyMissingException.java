package dev.redliner.standalone.envoy;

import dev.redliner.cli.CliFailure;
import dev.redliner.cli.ExitCode;

/** No Envoy is available. The message explains the remedy. */
public final class EnvoyMissingException extends CliFailure {
    private static final long serialVersionUID = 1L;

    private final boolean canBeFetched;

    EnvoyMissingException(String message) {
        this(message, false);
    }

    EnvoyMissingException(String message, boolean canBeFetched) {
        super(ExitCode.USAGE, message);
        this.canBeFetched = canBeFetched;
    }

    EnvoyMissingException(String message, Throwable cause) {
        this(message);
        initCause(cause);
    }

    /** Whether {@code bin/find-envoy} can fetch one. */
    public boolean canBeFetched() {
        return canBeFetched;
    }
}
