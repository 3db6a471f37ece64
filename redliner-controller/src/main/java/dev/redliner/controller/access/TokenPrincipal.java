package dev.redliner.controller.access;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;

/** The caller with a token. */
record TokenPrincipal(Account account) implements OAuth2AuthenticatedPrincipal {
    @Override
    public Map<String, Object> getAttributes() {
        return Map.of("sub", account.name());
    }

    @Override
    public Collection<? extends GrantedAuthority> getAuthorities() {
        return List.of();
    }

    @Override
    public String getName() {
        return account.name();
    }
}
