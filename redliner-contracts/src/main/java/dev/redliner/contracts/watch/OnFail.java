package dev.redliner.contracts.watch;

/** What a failing rule leads to. */
public enum OnFail {
    /** The load goes back to what was good; the rule counts for the redline. */
    BACK_OFF,
    /** The run ends and traffic is restored. */
    STOP,
    /** It is written down and nothing else. */
    REPORT
}
