package dev.redliner.standalone.chaos;

/**
 * Mistakes that the campaign can be told to make on purpose. It must find each of them: a campaign that finds none of
 * these proves nothing by finding nothing.
 */
public enum Defect {
    /** All as it is. */
    NONE,
    /** The redirector obeys whoever spoke last. */
    REDIRECTOR_IGNORES_TOKENS,
    /** Orders never end by the redirector's clocks. */
    LEASE_NEVER_ENDS,
    /** Envoy holds what it was given until it is told otherwise. */
    ENVOY_WITHOUT_TTL,
    /** A controller that takes a run over shifts as the run did before. */
    CONTROLLER_RESUMES_BLINDLY,
    /** A run that is taken over keeps its token. */
    TAKE_OVER_KEEPS_TOKEN,
    /** Steps are not journalled before they are ordered. */
    JOURNAL_AFTER_ORDER,
    /** A verdict that comes late passes for a fresh one. */
    LATE_VERDICTS_COUNT,
    /** Rules that are not known pass. */
    UNKNOWN_PASSES,
    /** Renewals go on after an abort. */
    ABORT_IS_FORGOTTEN
}
