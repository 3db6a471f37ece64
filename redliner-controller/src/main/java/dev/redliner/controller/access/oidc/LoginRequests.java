package dev.redliner.controller.access.oidc;

import dev.redliner.controller.access.LocalPath;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;

/** Keeps the page that a person asked for with the login, which leads away from this server and back. */
final class LoginRequests implements OAuth2AuthorizationRequestResolver {
    private static final String TO = "to";
    private static final String ATTRIBUTE = LoginRequests.class.getName();

    private final OAuth2AuthorizationRequestResolver standard;

    LoginRequests(ClientRegistrationRepository clients) {
        this.standard = new DefaultOAuth2AuthorizationRequestResolver(clients);
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest resolve(HttpServletRequest request) {
        return withTarget(standard.resolve(request), request);
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest resolve(HttpServletRequest request, String clientRegistrationId) {
        return withTarget(standard.resolve(request, clientRegistrationId), request);
    }

    private static @Nullable OAuth2AuthorizationRequest withTarget(
            @Nullable OAuth2AuthorizationRequest login, HttpServletRequest request) {
        String to = LocalPath.orOverview(request.getParameter(TO));
        return login == null
                ? null
                : OAuth2AuthorizationRequest.from(login)
                        .attributes(attributes -> attributes.put(TO, to))
                        .build();
    }

    /** Passes the page on to the end of the login. */
    static void remember(OAuth2AuthorizationRequest login, HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, login.getAttribute(TO));
    }

    /** The page that a login leads to. */
    static String target(HttpServletRequest request) {
        return LocalPath.orOverview(request.getAttribute(ATTRIBUTE) instanceof String path ? path : null);
    }
}
