package dev.redliner.controller.access.oidc;

import dev.redliner.controller.access.Identity;
import dev.redliner.controller.access.SessionPrincipal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;

/** A person who has logged in at the identity provider, with the roles of that time. */
final class Person extends DefaultOidcUser implements SessionPrincipal {
    private static final long serialVersionUID = 1;

    private final transient Identity identity;
    private final Instant until;

    /** @param until the session ends then */
    Person(OidcIdToken token, Identity identity, Instant until) {
        super(List.of(), token);
        this.identity = identity;
        this.until = until;
    }

    Identity identity() {
        return identity;
    }

    Instant until() {
        return until;
    }

    @Override
    public String getName() {
        return identity.name();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
