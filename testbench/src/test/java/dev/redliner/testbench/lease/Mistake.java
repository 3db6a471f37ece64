package dev.redliner.testbench.lease;

/** A mistake made on purpose. The exploration must find a state that shows it. */
enum Mistake {
    NONE,
    TOKENS_ARE_IGNORED,
    SEQUENCES_ARE_IGNORED,
    LEASES_NEVER_END,
    RESTORES_ARE_IGNORED,
    TAKE_OVER_KEEPS_TOKEN,
    ENVOY_WITHOUT_TTL,
    A_REFUSED_TOKEN_LEAVES_THE_OLD_LEASE,
    THE_MONOTONIC_CLOCK_IS_IGNORED
}
