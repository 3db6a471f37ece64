package dev.redliner.standalone.envoy;

import dev.redliner.cli.CliFailure;
import dev.redliner.cli.ExitCode;

/** No Envoy is available. The message explains the remedy. */
public final class EnvoyMissingException extends CliFailure {
    private static final long serialVersionUID = 1L;

    EnvoyMissingException(String message) {
        super(ExitCode.USAGE, message);
    }

    EnvoyMissingException(String message, Throwable cause) {
        super(ExitCode.USAGE, message);
        initCause(cause);
    }
}
