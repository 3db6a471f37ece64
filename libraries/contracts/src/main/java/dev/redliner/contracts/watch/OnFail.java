package dev.redliner.contracts.watch;

/** The consequence of a failing rule. */
public enum OnFail {
    /** The load returns to a known-good load; the rule counts for the redline. */
    BACK_OFF,
    /** The run ends and traffic is restored. */
    STOP,
    /** The failure is only recorded. */
    REPORT
}
