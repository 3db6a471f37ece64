package dev.redliner.controller.engine;

/** The result of a request to abort a run. */
public enum AbortAnswer {
    /** The run is ending. */
    TAKEN,
    /** The run was already over, so there was nothing to abort. */
    OVER,
    /**
     * Kafka accepted the order, but the run belongs to another controller and was last seen with no traffic moved. The
     * run may continue to watch its pool. It ends when its next order to shift is refused.
     */
    TAKEN_BEFORE_TRAFFIC,
    /**
     * Another controller drives the run, and Kafka did not accept the order. The order is sent again for a while, but
     * the caller should not rely on it.
     */
    UNDELIVERED,
    NO_SUCH_RUN;

    /** The meaning of {@link #TAKEN_BEFORE_TRAFFIC} for a person. */
    public static final String BEFORE_TRAFFIC =
            "The run was last seen with no traffic moved. Redirectors refuse its next order to shift, and then the"
                    + " controller that drives it ends it.";

    /** The meaning of {@link #OVER} for a person. */
    public static final String OVER_ALREADY = "The run is over already; there was nothing to abort.";

    /** The meaning of {@link #UNDELIVERED} for a person. */
    public static String undelivered(String run) {
        return "Another controller drives run '" + run + "', and Kafka did not take the order to restore it. It is sent"
                + " again for half a minute, but do not rely on it: try again, or use redliner restore --all.";
    }
}
