package dev.redliner.controller.access;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;

/** The caller of a request with a token. */
public record TokenPrincipal(Identity identity) implements OAuth2AuthenticatedPrincipal {
    @Override
    public Map<String, Object> getAttributes() {
        return Map.of("sub", identity.name());
    }

    @Override
    public Collection<? extends GrantedAuthority> getAuthorities() {
        return List.of();
    }

    @Override
    public String getName() {
        return identity.name();
    }
}
