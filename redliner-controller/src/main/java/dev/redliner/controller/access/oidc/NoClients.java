package dev.redliner.controller.access.oidc;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;

/** Keeps no access tokens: the controller calls nothing in the name of a person. */
final class NoClients implements OAuth2AuthorizedClientRepository {
    @Override
    public <T extends OAuth2AuthorizedClient> @Nullable T loadAuthorizedClient(
            String clientRegistrationId, @Nullable Authentication principal, HttpServletRequest request) {
        return null;
    }

    @Override
    public void saveAuthorizedClient(
            OAuth2AuthorizedClient client,
            @Nullable Authentication principal,
            HttpServletRequest request,
            HttpServletResponse response) {
        // not needed again
    }

    @Override
    public void removeAuthorizedClient(
            String clientRegistrationId,
            @Nullable Authentication principal,
            HttpServletRequest request,
            HttpServletResponse response) {
        // there is none
    }
}
