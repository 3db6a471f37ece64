package dev.redliner.controller.engine;

/**
 * A news item about a run.
 *
 * @param sequence counts up from 1 within the run
 * @param kind the kind of news
 * @param data a {@link dev.redliner.controller.report.LiveTick}, a {@link dev.redliner.controller.report.StepReport} or
 *     a {@link dev.redliner.controller.report.RunReport}: see {@link Kind}
 */
public record RunUpdate(long sequence, Kind kind, Object data) {

    /** The kind of news, with the type of its data. */
    public enum Kind {
        /** A {@link dev.redliner.controller.report.LiveTick}, at each sampling interval. */
        TICK,
        /** A {@link dev.redliner.controller.report.StepReport}: a step began or ended. */
        STEP,
        /** A {@link dev.redliner.controller.report.RunReport}: the state changed. */
        STATE,
        /** A {@link dev.redliner.controller.report.RunReport}: the run is over. */
        END
    }
}
