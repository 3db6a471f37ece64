package dev.redliner.standalone.cli;

/** A failure that the user has to fix. Its message names the cause and the fix. */
class CliFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ExitCode exit;

    CliFailure(ExitCode exit, String message) {
        super(message);
        this.exit = exit;
    }

    ExitCode exit() {
        return exit;
    }
}
