package dev.redliner.rules;

/** Whether enough of a rule's window was sampled for a value, in a run and in the replay of one. */
public final class Coverage {
    /**
     * Readings are combined to this for the highest one, because the highest of shorter ones would be higher at the same
     * host. It is a second, less what readings may come early.
     */
    public static final double READING_SECONDS = 0.9;

    /** With more than this fraction of a window missing, it has no value. */
    private static final double MOST_MISSING = 0.2;

    /** Intervals are measured, so they are not exactly even. */
    private static final double NEARLY = 0.9;

    private Coverage() {}

    /**
     * At least two ticks (or the window, if that is shorter) must be covered, and no more than a fifth may be missing
     * since the series began. Therefore a window is judged soon after a series starts, and a hole counts as missing. All
     * times are in seconds.
     *
     * @param window length of the window
     * @param due part of the window since the series began
     * @param notYet part at the end of the window that is not missing yet, because the next sample is not due
     * @param covered sum of the intervals of the samples
     * @param tick how often samples should arrive
     */
    public static boolean isEnough(double window, double due, double notYet, double covered, double tick) {
        return covered >= NEARLY * Math.min(window, 2 * tick) && due - notYet - covered <= MOST_MISSING * due;
    }
}
