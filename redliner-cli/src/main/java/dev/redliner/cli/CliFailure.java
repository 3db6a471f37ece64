package dev.redliner.cli;

/** A failure that the user has to fix. Its message names the cause and the fix. */
public class CliFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ExitCode exit;

    public CliFailure(ExitCode exit, String message) {
        super(message);
        this.exit = exit;
    }

    /** This failure with an addition to its message. */
    public CliFailure with(String more) {
        return new CliFailure(exit, getMessage() + more);
    }

    ExitCode exit() {
        return exit;
    }
}
