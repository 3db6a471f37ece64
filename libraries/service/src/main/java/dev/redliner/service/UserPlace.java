package dev.redliner.service;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.pool.UserHash;
import dev.redliner.contracts.redirect.Share;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Where the Envoys of a front-end pool route a user. Envoy hashes the value of the request header with XXH64: with seed 0
 * modulo {@value Share#BUCKETS} it is the user's bucket, and with seed 1 modulo 1,000,000 it selects the host within a SUT
 * of several.
 *
 * @param bucket from 0. The user is on the SUT while the share has more buckets than this
 * @param host the host of the SUT that serves the user while the user is on the SUT
 */
public record UserPlace(int bucket, String host) {
    private static final XXHash64 XXH64 = XXHashFactory.safeInstance().hash64();

    /**
     * The place of a user.
     *
     * @param user the value of the header, as the Envoys receive it
     * @throws IllegalArgumentException if the pool is not of the front-end tier: its requests are placed at random
     */
    public static UserPlace of(Pool pool, String user) {
        if (pool.tier() != Tier.FRONT_END) {
            throw new IllegalArgumentException("pool " + pool.name() + " is not of the front-end tier");
        }
        byte[] bytes = user.getBytes(StandardCharsets.UTF_8);
        int bucket = (int) Long.remainderUnsigned(hash(bytes, UserHash.SEED_OF_BUCKET), Share.BUCKETS);
        int hosts = pool.sut().size();
        long second = Long.remainderUnsigned(hash(bytes, UserHash.SEED_WITHIN_SUT), Share.WHOLE_MILLIONTHS);
        int part = (int) Math.min(second / (Share.WHOLE_MILLIONTHS / hosts), hosts - 1);
        return new UserPlace(bucket, pool.sut().get(part));
    }

    /** The id of a user in a line of text: Envoy drops spaces and tabs around the value of a header. */
    public static String idIn(String line) {
        int start = 0;
        int end = line.length();
        while (start < end && isBlank(line.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static long hash(byte[] bytes, long seed) {
        return XXH64.hash(bytes, 0, bytes.length, seed);
    }

    /** The host of the SUT that serves the user at a share; empty if a peer does. */
    public Optional<String> at(Share share) {
        return bucket < share.buckets() ? Optional.of(host) : Optional.empty();
    }
}
