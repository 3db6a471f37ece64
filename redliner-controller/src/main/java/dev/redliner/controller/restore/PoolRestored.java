package dev.redliner.controller.restore;

/**
 * Whether the traffic of a pool is restored.
 *
 * @param pool the pool
 * @param outcome the outcome
 * @param detail the states of the Envoys, or the reason why they are unknown, for users
 */
public record PoolRestored(String pool, Outcome outcome, String detail) {

    /** The outcome of a restore. */
    public enum Outcome {
        /** Every Envoy confirmed that it holds no override. */
        RESTORED,
        /** An Envoy holds something else. */
        NOT_RESTORED,
        /** No Envoy could be checked. */
        UNKNOWN
    }
}
