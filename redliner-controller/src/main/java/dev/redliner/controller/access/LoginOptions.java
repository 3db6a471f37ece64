package dev.redliner.controller.access;

import java.util.List;

/**
 * How the command line logs in with an identity provider.
 *
 * @param issuer the address of the provider, below which its configuration is
 * @param clientId the client for device logins; empty if there is none
 * @param scopes the scopes to ask for
 */
public record LoginOptions(String issuer, String clientId, List<String> scopes) {
    public LoginOptions {
        scopes = List.copyOf(scopes);
    }
}
