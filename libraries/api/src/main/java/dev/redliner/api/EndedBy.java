package dev.redliner.api;

/** The limit of the service that ended a run. Automation needs it, because the state alone does not show it. */
public enum EndedBy {
    /** {@code limits.harmBudget} was used up. */
    HARM_BUDGET,
    /** {@code limits.maxDuration} was reached. */
    MAX_DURATION,
    /** {@code limits.unknownFor} was exceeded. */
    UNKNOWN_FOR
}
