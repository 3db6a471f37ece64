package dev.redliner.standalone.envoy;

import dev.redliner.cli.CliFailure;
import dev.redliner.cli.ExitCode;

/** A process did not start, or was not ready in time. The message has its last answer or the end of its log. */
public final class NotReadyException extends CliFailure {
    private static final long serialVersionUID = 1L;

    public NotReadyException(String message) {
        super(ExitCode.USAGE, message);
    }
}
