package dev.redliner.testbench.chaos;

/**
 * Mistakes that the campaign can make on purpose. It must find each of them: a campaign that misses these defects
 * proves nothing when it reports no violation.
 */
public enum Defect {
    /** No defect. */
    NONE,
    /** The redirector obeys the latest order from any sender. */
    REDIRECTOR_IGNORES_TOKENS,
    /** Orders never expire by the redirector's clocks. */
    LEASE_NEVER_ENDS,
    /** Envoy holds a share without a TTL, until it receives another. */
    ENVOY_WITHOUT_TTL,
    /** A controller that takes a run over keeps shifting as the run did before. */
    CONTROLLER_RESUMES_BLINDLY,
    /** A takeover does not raise the fencing token. */
    TAKE_OVER_KEEPS_TOKEN,
    /** Steps are ordered before they are journalled. */
    JOURNAL_AFTER_ORDER,
    /** A late verdict counts as a fresh one. */
    LATE_VERDICTS_COUNT,
    /** Rules with an UNKNOWN outcome pass. */
    UNKNOWN_PASSES,
    /** Renewals continue after an abort. */
    ABORT_IS_FORGOTTEN,
    /** The analyzer takes a duplicate sample batch for a new one. */
    DUPLICATE_SAMPLES_COUNT,
    /** The analyzer takes a sample batch that is late for one that was just read. */
    LATE_SAMPLES_ARE_FRESH
}
