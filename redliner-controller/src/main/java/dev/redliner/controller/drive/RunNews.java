package dev.redliner.controller.drive;

/**
 * Something new about a run.
 *
 * @param sequence counts up from 1 within the run
 * @param kind what it is
 * @param data a {@link dev.redliner.controller.report.LiveTick}, a {@link dev.redliner.controller.report.StepReport}, a
 *     {@link dev.redliner.controller.report.RunReport}: see {@link Kind}
 */
public record RunNews(long sequence, Kind kind, Object data) {

    /** What it is. */
    public enum Kind {
        /** A {@link dev.redliner.controller.report.LiveTick}, at each sampling interval. */
        TICK,
        /** A {@link dev.redliner.controller.report.StepReport}: one began or ended. */
        STEP,
        /** A {@link dev.redliner.controller.report.RunReport}: the state changed. */
        STATE,
        /** A {@link dev.redliner.controller.report.RunReport}: the run is over. */
        END
    }
}
