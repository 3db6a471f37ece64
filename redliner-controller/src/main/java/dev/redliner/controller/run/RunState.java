package dev.redliner.controller.run;

/** Where a run stands. Every state that moved traffic leads to {@link #RESTORING} and to nothing else that ends. */
public enum RunState {
    /** Accepted, the pool is its own, nothing was touched. */
    PENDING,
    /** Watching the SUT under its normal load; no traffic was moved yet. */
    BASELINING,
    /** Stepping up. */
    RAMPING,
    /** Narrowing the redline down. */
    REFINING,
    /** A longer look at a load that should hold. */
    CONFIRMING,
    /** Traffic goes back; ends when it is seen to be back. */
    RESTORING,
    /** It measured a redline. */
    COMPLETED,
    /** It ended by itself without a redline worth the name, with its reason. */
    INCONCLUSIVE,
    /** Somebody, a stop rule or a guard ended it. */
    ABORTED,
    /** Its controller died; another one restored. */
    INTERRUPTED,
    /** It was not safe to begin; nothing was touched. */
    REFUSED;

    /** Whether it is over. */
    public boolean over() {
        return switch (this) {
            case PENDING, BASELINING, RAMPING, REFINING, CONFIRMING, RESTORING -> false;
            case COMPLETED, INCONCLUSIVE, ABORTED, INTERRUPTED, REFUSED -> true;
        };
    }

    /** Whether traffic may be away from its baseline. */
    public boolean movesTraffic() {
        return switch (this) {
            case RAMPING, REFINING, CONFIRMING, RESTORING -> true;
            case PENDING, BASELINING, COMPLETED, INCONCLUSIVE, ABORTED, INTERRUPTED, REFUSED -> false;
        };
    }

    /** Whether it is near what breaks the SUT, so that the pool is read more often. */
    boolean nearRedline() {
        return switch (this) {
            case REFINING, CONFIRMING -> true;
            case PENDING, BASELINING, RAMPING, RESTORING, COMPLETED, INCONCLUSIVE, ABORTED, INTERRUPTED, REFUSED ->
                false;
        };
    }
}
