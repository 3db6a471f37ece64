package dev.redliner.cli;

/** The server cannot be reached, or it does not answer in time. */
public final class NoServer extends CliFailure {
    private static final long serialVersionUID = 1;

    private final String what;

    NoServer(String what, String hint) {
        super(ExitCode.USAGE, what + hint);
        this.what = what;
    }

    /** The cause alone, without the hint. */
    public String what() {
        return what;
    }
}
