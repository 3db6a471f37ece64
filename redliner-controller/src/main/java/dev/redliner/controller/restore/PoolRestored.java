package dev.redliner.controller.restore;

/**
 * Whether a pool's traffic is back.
 *
 * @param pool the pool
 * @param outcome what is known
 * @param detail in words: which Envoys hold what, or why nothing is known
 */
public record PoolRestored(String pool, Outcome outcome, String detail) {

    /** What is known of it. */
    public enum Outcome {
        /** Every Envoy confirmed that it holds no override. */
        RESTORED,
        /** An Envoy holds something else. */
        NOT_RESTORED,
        /** No Envoy could be asked. */
        UNKNOWN
    }
}
