package dev.redliner.contracts.pool;

/** The seeds of the hashes (XXH64) by which the Envoys of a front-end pool route a user. */
public final class UserHash {
    /** Of the hash that gives the bucket. */
    public static final long SEED_OF_BUCKET = 0;

    /**
     * Of a second hash, independent of the first, that selects the host within a SUT of several. If the bucket selected
     * the host, a growing share would move users from host to host.
     */
    public static final long SEED_WITHIN_SUT = 1;

    private UserHash() {}
}
