package dev.redliner.contracts.verdict;

/** The outcome of a rule. */
public enum Outcome {
    PASS,
    FAIL,
    /** The data is not sufficient. UNKNOWN is never good news: it may hold or end a run, and never raises the load. */
    UNKNOWN
}
