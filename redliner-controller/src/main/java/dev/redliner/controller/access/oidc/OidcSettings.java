package dev.redliner.controller.access.oidc;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the login with an identity provider. They are checked only if {@code redliner.controller.access.login} is
 * {@code oidc}.
 *
 * @param issuer the address of the provider, below which its configuration is
 * @param clientId the client with which people log in
 * @param clientSecret the secret of this client; empty: it is a public client
 * @param scopes the scopes that are asked for
 * @param baseUrl the address under which people open the pages, for the way back from the provider; empty: the one that
 *     the browser used
 * @param audience the audience that a program's token must have; empty: the client
 * @param nameClaim the claim with the caller's name, for the audit log. Without it the name is the claim sub
 * @param rolesClaim the claim whose values give roles. A dot separates the name of an object from that of its member
 * @param grants which values of that claim give which roles
 * @param defaultRoles the roles of everyone that the provider knows
 * @param algorithms the accepted algorithms of signatures
 * @param clockSkew by so much the clocks of provider and server may differ
 * @param sessionMax a browser session ends after this time, and the person logs in again
 * @param deviceClientId the public client of {@code redliner login}; empty: the command line cannot log in
 * @param deviceScopes the scopes that {@code redliner login} asks for; empty: the same as people
 * @param timeout the longest time that the provider may take to connect, and to send each part of an answer
 */
@ConfigurationProperties(prefix = "redliner.controller.access.oidc", ignoreUnknownFields = false)
record OidcSettings(
        @DefaultValue("") String issuer,
        @DefaultValue("") String clientId,
        @DefaultValue("") String clientSecret,
        @DefaultValue({"openid", "profile"}) List<String> scopes,
        @DefaultValue("") String baseUrl,
        @DefaultValue("") String audience,
        @DefaultValue("preferred_username") String nameClaim,
        @DefaultValue("groups") String rolesClaim,
        @DefaultValue List<Grant> grants,
        @DefaultValue List<String> defaultRoles,
        @DefaultValue({"RS256", "ES256"}) List<String> algorithms,
        @DefaultValue("60s") Duration clockSkew,
        @DefaultValue("12h") Duration sessionMax,
        @DefaultValue("") String deviceClientId,
        @DefaultValue List<String> deviceScopes,
        @DefaultValue("3s") Duration timeout) {
    /**
     * The roles of a group.
     *
     * @param group a value of the claim with the roles
     * @param roles such as {@code operator:shop-*}
     */
    record Grant(@DefaultValue("") String group, @DefaultValue List<String> roles) {}

    /** The audience that a program's token must have. */
    String tokenAudience() {
        return audience.isEmpty() ? clientId : audience;
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "OidcSettings[" + issuer + ", " + clientId + "]";
    }
}
