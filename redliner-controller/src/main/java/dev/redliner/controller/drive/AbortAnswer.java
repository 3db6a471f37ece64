package dev.redliner.controller.drive;

/** What became of an order to abort a run. */
public enum AbortAnswer {
    /** The run ends. */
    TAKEN,
    /** The run is over; there was nothing to abort. */
    OVER,
    /**
     * Kafka took the order, and the run, which is another controller's, was last seen with no traffic moved: it may go on
     * watching until its next order to shift is refused, and then ends.
     */
    TAKEN_BEFORE_TRAFFIC,
    /**
     * Another controller drives the run, and Kafka did not take the order to it. It is sent again for a while; who asked
     * should not rely on it.
     */
    UNDELIVERED,
    NO_SUCH_RUN
}
