package dev.redliner.testbench.chaos;

/** The guarantees that hold under every fault. */
public enum Promise {
    /** At most one run moves a pool's traffic. */
    ONE_ACTIVE_RUN("an Envoy obeys the pool's one active run and no other"),
    /** Stale orders are not obeyed. */
    NOTHING_STALE_OBEYED("no order with a stale token, a stale sequence or an ended lease is obeyed"),
    /** The journal is written first. */
    JOURNAL_FIRST("what is ordered was journalled before, and the journal replays to the same run"),
    /** A run reports whether the traffic is back. */
    RESTORE_VERIFIED("a run that is over saw its traffic back, or says that it did not"),
    /** Silence restores. */
    SILENCE_RESTORES("without renewals every Envoy is back on its baseline in time"),
    /** Bad data never raises the share. */
    BAD_DATA_NEVER_RAISES("no step up follows from a verdict that is late, thin, broken or unknown"),
    /** The analyzer counts each request once. */
    COUNTS_ARE_TRUE("no verdict counts a request twice, or at a time when no Envoy was read"),
    /** Abort works. */
    ABORT_WORKS("after an abort nothing more is shifted, and the traffic is back in time"),
    /** No override and no active run is left behind. */
    NOTHING_LEFT("at the end no Envoy holds an override, and no run is left in the journal"),
    /** No unexpected exception is thrown. */
    NO_BUG("nothing throws what nobody expects");

    private final String words;

    Promise(String words) {
        this.words = words;
    }

    /** The promise as one sentence. */
    public String words() {
        return words;
    }
}
