package dev.redliner.contracts.pool;

/** Where the Envoys of a front-end pool send requests that name no user. */
public enum WithoutUser {
    /** All of them go to the peers. */
    PEERS,
    /** Each of them goes to the SUT with the probability of the share, as in a back-end pool. */
    RANDOM
}
