package dev.redliner.contracts.pool;

/** How a pool's traffic is shifted. */
public enum Tier {
    /** Load-balancer weights: any request may go to any host. */
    BACK_END,
    /** Users are hashed into buckets and stay on their host. */
    FRONT_END
}
