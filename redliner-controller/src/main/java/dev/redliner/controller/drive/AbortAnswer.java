package dev.redliner.controller.drive;

/** What became of an order to abort a run. */
public enum AbortAnswer {
    /** The run ends, or is over already. */
    TAKEN,
    /**
     * Another controller drives the run, and Kafka did not take the order to it. It is sent again for a while; who asked
     * should not rely on it.
     */
    UNDELIVERED,
    NO_SUCH_RUN
}
