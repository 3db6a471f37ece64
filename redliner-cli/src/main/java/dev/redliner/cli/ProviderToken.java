package dev.redliner.cli;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A token of an identity provider.
 *
 * @param access the token that the server gets
 * @param expiresAt when it expires, by the clock of this machine
 * @param refresh the token that gives a new one; null if the provider gave none
 * @param endpoint the address of the provider that gives tokens
 * @param clientId the client of the command line at the provider
 */
record ProviderToken(String access, Instant expiresAt, @Nullable String refresh, String endpoint, String clientId) {
    @Override
    public String toString() {
        return "ProviderToken";
    }
}
