package dev.redliner.standalone.cli;

/** Nothing answers where the server should be. */
final class NoServer extends CliFailure {
    private static final long serialVersionUID = 1;

    private final String what;

    NoServer(String what, String hint) {
        super(ExitCode.USAGE, what + hint);
        this.what = what;
    }

    /** What was found instead, without what to do about it. */
    String what() {
        return what;
    }
}
