package dev.redliner.standalone.cli;

import dev.redliner.controller.report.RunReport;
import dev.redliner.controller.run.EndedBy;
import dev.redliner.controller.run.RunState;

/** What the process says to who called it. */
public enum ExitCode {
    DONE(0),
    /** A rule, a guard, the harm budget or a person ended the run; or an expected fact is not so. */
    STOPPED(1),
    /** Wrong arguments, a wrong file, or no server. */
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

    /** For a run that is over; one that is not counts as done. A used up harm budget is a stop, whatever was measured. */
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
