package dev.redliner.controller.run;

/** An action that a run requires at once. Actions that recur are in {@link Run#standing}. */
public enum Command {
    /** Send the standing order now. */
    ORDER,
    /** Send the watch now. */
    WATCH,
    /** The run is over: record its end and release the pool. */
    FINISH
}
