package dev.redliner.api;

/** Why a run ended before its restore was verified in the traffic. Its {@code reason} has the sentence for users. */
public enum UnverifiedRestore {
    /** Every Envoy confirmed its baseline, and no request arrived that could show it. */
    NO_TRAFFIC,
    /** Every Envoy confirmed its baseline, and too few requests arrived to distinguish it from the last share. */
    TOO_FEW_REQUESTS,
    /** Every Envoy confirmed its baseline, and the last share is too near to it for any traffic to distinguish the two. */
    SHARES_TOO_NEAR,
    /** Every Envoy confirmed its baseline, but no collector reads one of them, so its traffic was not seen. */
    ENVOYS_UNREAD,
    /** Redliner no longer holds a share, and another system holds one. */
    OTHER_SYSTEM,
    /** A person ended the run. */
    DISMISSED,
    /** The run's controller died. The definition of the run cannot be read, so that no controller can verify. */
    NOT_WATCHED
}
