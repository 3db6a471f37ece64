package dev.redliner.contracts.verdict;

/** What a rule says. */
public enum Outcome {
    PASS,
    FAIL,
    /** Not enough data to say. Never good news: it may hold or end a run, and never raises the load. */
    UNKNOWN
}
