package dev.redliner.controller.run;

/** What a run wants done at once. What it wants done again and again is in {@link Run#standing}. */
public enum Command {
    /** Send the standing order now. */
    ORDER,
    /** Send the watch now. */
    WATCH,
    /** The run is over: write its end down and let the pool go. */
    FINISH
}
