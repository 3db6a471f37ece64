package dev.redliner.cli;

import dev.redliner.api.EndedBy;
import dev.redliner.api.ExpectationReport;
import dev.redliner.api.MetCheck;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;

/** Exit codes of the process. */
public enum ExitCode {
    DONE(0),
    /** A rule, a guard, the harm budget or a user ended the run, or an expected fact does not hold. */
    STOPPED(1),
    /** Wrong arguments, an invalid file, or no server. */
    USAGE(2),
    /** The run has no result, or its result does not decide an expectation. */
    INCONCLUSIVE(3),
    REFUSED(4),
    /** The result of the run is not the expected one. */
    NOT_MET(5);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /**
     * The exit code of a run. A run that goes on counts as done. An exhausted harm budget counts as a stop, with or
     * without a result. The expectation decides for a run that completed.
     */
    public static ExitCode of(RunReport run) {
        if (run.state().over() && run.endedBy() == EndedBy.HARM_BUDGET) {
            return STOPPED;
        }
        ExpectationReport expectation = run.expectation();
        return run.state() == RunState.COMPLETED && expectation != null ? of(expectation.outcome()) : of(run.state());
    }

    private static ExitCode of(MetCheck expectation) {
        return switch (expectation) {
            case MET -> DONE;
            case NOT_MET -> NOT_MET;
            case CANNOT_TELL -> INCONCLUSIVE;
        };
    }

    private static ExitCode of(RunState state) {
        return switch (state) {
            case PENDING, BASELINING, RAMPING, REFINING, CONFIRMING, RESTORING, COMPLETED, READY -> DONE;
            case ABORTED -> STOPPED;
            case INCONCLUSIVE, INTERRUPTED -> INCONCLUSIVE;
            case REFUSED, NOT_READY -> REFUSED;
        };
    }
}
