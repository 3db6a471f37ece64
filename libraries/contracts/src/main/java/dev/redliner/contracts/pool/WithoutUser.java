package dev.redliner.contracts.pool;

/** The routing of requests without a user in a front-end pool. */
public enum WithoutUser {
    /** All of them go to the peers. */
    PEERS,
    /** Each of them goes to the SUT with the probability of the share, as in a back-end pool. */
    RANDOM
}
