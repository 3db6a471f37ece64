package dev.redliner.controller.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The token for emergencies, which ends runs and restores. It is a setting, so that it needs neither the accounts file
 * nor the identity provider.
 */
public final class BreakGlass {
    /** The name of its caller. No account and no person of an identity provider may have it. */
    public static final String NAME = "break-glass";

    private static final TokenPrincipal CALLER =
            new TokenPrincipal(new Identity(NAME, List.of(Role.of(Role.Kind.ABORT_ANY))));

    private final @Nullable String hash;

    /** @param hash the hash of the token; null: there is none */
    BreakGlass(@Nullable String hash) {
        this.hash = hash;
    }

    /** The caller with this token; empty if it is another token. */
    public Optional<TokenPrincipal> caller(String token) {
        return hash != null && same(hash, TokenHash.of(token)) ? Optional.of(CALLER) : Optional.empty();
    }

    /** Compares hashes in a time that does not depend on them. */
    static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
