package dev.redliner.api;

/** The answer to a question that a measurement may be unable to answer. */
public enum MetCheck {
    /** It holds, with the certainty of the measured interval. */
    MET,
    /** It does not hold, with the same certainty. */
    NOT_MET,
    /** The measurement does not decide it, or there is none. */
    CANNOT_TELL
}
