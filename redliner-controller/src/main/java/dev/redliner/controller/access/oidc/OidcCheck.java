package dev.redliner.controller.access.oidc;

import dev.redliner.controller.access.InvalidAccess;
import dev.redliner.controller.access.Role;
import dev.redliner.controller.access.oidc.OidcSettings.Grant;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;

/** Refuses settings with which nobody could log in, or anybody. */
final class OidcCheck {
    private static final String PREFIX = "redliner.controller.access.oidc.";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private OidcCheck() {}

    /** @throws InvalidAccess with one sentence that names the setting and a right value */
    static void check(OidcSettings settings) {
        require(
                !settings.issuer().isEmpty(),
                "issuer is not set. It is the address of the identity provider, such as"
                        + " https://id.example/realms/main.");
        address("issuer", settings.issuer());
        require(!settings.clientId().isEmpty(), "client-id is not set. It is the client that the provider registered.");
        if (!settings.baseUrl().isEmpty()) {
            address("base-url", settings.baseUrl());
        }
        require(settings.scopes().contains("openid"), "scopes is without openid, and OpenID Connect needs it.");
        require(!settings.nameClaim().isEmpty(), "name-claim is empty. It is the name of a claim, such as email.");
        require(!settings.rolesClaim().isEmpty(), "roles-claim is empty. It is the name of a claim, such as groups.");
        roles(settings);
        settings.algorithms().forEach(OidcCheck::algorithm);
        require(!settings.algorithms().isEmpty(), "algorithms is empty. Its default is RS256,ES256.");
        within("clock-skew", settings.clockSkew(), Duration.ZERO, Duration.ofMinutes(5));
        within("session-max", settings.sessionMax(), Duration.ofMinutes(1), Duration.ofDays(7));
        within("timeout", settings.timeout(), Duration.ofMillis(100), Duration.ofSeconds(10));
    }

    private static void roles(OidcSettings settings) {
        require(
                !settings.grants().isEmpty() || !settings.defaultRoles().isEmpty(),
                "grants and default-roles are empty, so that nobody would have a role. Set grants[0].group and"
                        + " grants[0].roles.");
        role("default-roles", settings.defaultRoles());
        for (int i = 0; i < settings.grants().size(); i++) {
            Grant grant = settings.grants().get(i);
            String name = "grants[" + i + "].";
            require(!grant.group().isEmpty(), name + "group is not set. It is a value of the claim with the roles.");
            require(!grant.roles().isEmpty(), name + "roles is not set, such as operator:shop-*.");
            role(name + "roles", grant.roles());
        }
    }

    private static void role(String setting, List<String> roles) {
        try {
            roles.forEach(Role::parse);
        } catch (IllegalArgumentException e) {
            throw new InvalidAccess(PREFIX + setting + " is not valid: " + e.getMessage());
        }
    }

    private static void address(String setting, String value) {
        String right = setting + " is '" + value + "'. It is an address with https, or with http on a loopback address,"
                + " without a query.";
        try {
            URI uri = URI.create(value);
            boolean loopback = uri.getHost() != null && LOOPBACK.contains(uri.getHost());
            boolean secure = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme()) && loopback;
            require(
                    secure
                            && uri.getHost() != null
                            && uri.getRawQuery() == null
                            && uri.getRawFragment() == null
                            && uri.getRawUserInfo() == null,
                    right);
        } catch (IllegalArgumentException e) {
            throw new InvalidAccess(PREFIX + right);
        }
    }

    private static void algorithm(String name) {
        require(
                SignatureAlgorithm.from(name) != null,
                "algorithms has '" + name + "'. The provider signs with a private key: RS256, RS384, RS512, ES256,"
                        + " ES384, ES512, PS256, PS384 or PS512.");
    }

    private static void within(String setting, Duration value, Duration least, Duration most) {
        require(
                value.compareTo(least) >= 0 && value.compareTo(most) <= 0,
                setting + " is " + value + ", and not within " + least + " to " + most + ".");
    }

    private static void require(boolean right, String message) {
        if (!right) {
            throw new InvalidAccess(PREFIX + message);
        }
    }
}
