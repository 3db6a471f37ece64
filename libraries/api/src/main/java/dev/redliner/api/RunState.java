package dev.redliner.api;

/** The state of a run. Every state that moved traffic leads to {@link #RESTORING} before the run ends. */
public enum RunState {
    /** The run is accepted and holds its pool. Nothing was changed. */
    PENDING,
    /** The SUT is observed under its normal load. No traffic was moved yet. */
    BASELINING,
    /** The load is raised in steps. */
    RAMPING,
    /** The interval of the redline is narrowed. */
    REFINING,
    /** A load that should hold is observed for longer. */
    CONFIRMING,
    /** The traffic returns to the baseline. The state ends when the traffic is seen there. */
    RESTORING,
    /** The run measured a redline. */
    COMPLETED,
    /** The run ended by itself without a usable redline, for a stated reason. */
    INCONCLUSIVE,
    /** A person, a stop rule or a guard ended the run. */
    ABORTED,
    /** The controller of the run died, and another one took the run over to restore its traffic. */
    INTERRUPTED,
    /** It was not safe to begin. Nothing was changed. */
    REFUSED,
    /** A dry run found nothing that forbids a run. Nothing was changed. */
    READY,
    /** A dry run found what forbids a run, or was ended before. Nothing was changed. */
    NOT_READY;

    /** Whether the run is over. */
    public boolean over() {
        return switch (this) {
            case PENDING, BASELINING, RAMPING, REFINING, CONFIRMING, RESTORING -> false;
            case COMPLETED, INCONCLUSIVE, ABORTED, INTERRUPTED, REFUSED, READY, NOT_READY -> true;
        };
    }

    /** Whether the run was a dry run, which measures nothing. */
    public boolean ofDryRun() {
        return this == READY || this == NOT_READY;
    }

    /** Whether traffic may be away from its baseline. */
    public boolean movesTraffic() {
        return switch (this) {
            case RAMPING, REFINING, CONFIRMING, RESTORING -> true;
            case PENDING, BASELINING, COMPLETED, INCONCLUSIVE, ABORTED, INTERRUPTED, REFUSED, READY, NOT_READY -> false;
        };
    }
}
