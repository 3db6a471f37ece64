package dev.redliner.standalone.cli;

/** Something a person has to put right; its message says what and how. */
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
