package dev.redliner.controller.schedule;

/** The state of a firing that was due. */
public enum FiringState {
    /** It was due, and its run could not begin yet. */
    WAITING,
    /** Its run began. */
    STARTED,
    /** No run began, for a stated reason. */
    SKIPPED,
    /** No run began as the settings intend it: a pause, a cooldown, a newer deploy, or a result that is still known. */
    OMITTED
}
