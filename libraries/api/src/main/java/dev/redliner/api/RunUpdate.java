package dev.redliner.api;

/**
 * An event of a run, for those who watch it.
 *
 * @param sequence counts up from 1 within the run
 * @param kind its kind
 * @param data a {@link LiveTick}, a {@link StepReport} or
 *     a {@link RunReport}: see {@link Kind}
 */
public record RunUpdate(long sequence, Kind kind, Object data) {

    /** The kind of an event, with the type of its data. */
    public enum Kind {
        /** A {@link LiveTick}, at each sampling interval. */
        TICK,
        /** A {@link StepReport}: a step began or ended. */
        STEP,
        /** A {@link RunReport}: the state changed. */
        STATE,
        /** A {@link RunReport}: the run is over. */
        END
    }
}
