package dev.redliner.cli;

import dev.redliner.api.EndedBy;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;

/** Exit codes of the process. */
public enum ExitCode {
    DONE(0),
    /** A rule, a guard, the harm budget or a user ended the run, or an expected fact does not hold. */
    STOPPED(1),
    /** Wrong arguments, an invalid file, or no server. */
    USAGE(2),
    INCONCLUSIVE(3),
    REFUSED(4);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /**
     * The exit code of a run. A run that goes on counts as done. An exhausted harm budget counts as a stop, with or
     * without a result.
     */
    public static ExitCode of(RunReport run) {
        return run.state().over() && run.endedBy() == EndedBy.HARM_BUDGET ? STOPPED : of(run.state());
    }

    private static ExitCode of(RunState state) {
        return switch (state) {
            case PENDING, BASELINING, RAMPING, REFINING, CONFIRMING, RESTORING, COMPLETED -> DONE;
            case ABORTED -> STOPPED;
            case INCONCLUSIVE, INTERRUPTED -> INCONCLUSIVE;
            case REFUSED -> REFUSED;
        };
    }
}
