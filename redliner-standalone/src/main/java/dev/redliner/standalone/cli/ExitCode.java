package dev.redliner.standalone.cli;

import dev.redliner.controller.run.RunState;

/** What the process says to who called it. */
public enum ExitCode {
    DONE(0),
    /** A rule, a guard or a person ended the run; or what was to be shown is not so. */
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

    /** For a run that is over; one that is not counts as done. */
    public static ExitCode of(RunState state) {
        return switch (state) {
            case PENDING, BASELINING, RAMPING, REFINING, CONFIRMING, RESTORING, COMPLETED -> DONE;
            case ABORTED -> STOPPED;
            case INCONCLUSIVE, INTERRUPTED -> INCONCLUSIVE;
            case REFUSED -> REFUSED;
        };
    }
}
