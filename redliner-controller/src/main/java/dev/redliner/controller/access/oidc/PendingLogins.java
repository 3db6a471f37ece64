package dev.redliner.controller.access.oidc;

import dev.redliner.controller.access.TokenHash;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;

/**
 * The logins that went to the identity provider and have not come back. Anybody can begin a login, so their number is
 * limited, and none of them needs a session. A cookie binds a login to its browser.
 */
final class PendingLogins implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {
    static final String COOKIE = "redliner-login";
    private static final String PATH = "/login/oauth2";
    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final int MOST = 1_000;

    private final InstantSource clock;
    private final Map<String, Pending> logins = new LinkedHashMap<>();

    /** @param browser the hash of the cookie */
    private record Pending(OAuth2AuthorizationRequest request, String browser, Instant until) {}

    PendingLogins(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
        return find(request).orElse(null);
    }

    @Override
    public void saveAuthorizationRequest(
            @Nullable OAuth2AuthorizationRequest login, HttpServletRequest request, HttpServletResponse response) {
        if (login == null) {
            removeAuthorizationRequest(request, response);
            return;
        }
        String browser = cookie(request).orElseGet(TokenHash::newToken);
        put(login, TokenHash.of(browser));
        var cookie = new Cookie(COOKIE, browser);
        cookie.setPath(PATH);
        cookie.setHttpOnly(true);
        cookie.setSecure(request.isSecure());
        cookie.setAttribute("SameSite", "Lax");
        cookie.setMaxAge(Math.toIntExact(KEPT.toSeconds()));
        response.addCookie(cookie);
    }

    private synchronized void put(OAuth2AuthorizationRequest login, String browser) {
        logins.put(login.getState(), new Pending(login, browser, clock.instant().plus(KEPT)));
        if (logins.size() > MOST) {
            logins.remove(logins.keySet().iterator().next());
        }
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(
            HttpServletRequest request, HttpServletResponse response) {
        Optional<OAuth2AuthorizationRequest> found = find(request);
        found.ifPresent(this::remove);
        found.ifPresent(login -> LoginRequests.remember(login, request));
        return found.orElse(null);
    }

    private synchronized void remove(OAuth2AuthorizationRequest login) {
        logins.remove(login.getState());
    }

    private synchronized Optional<OAuth2AuthorizationRequest> find(HttpServletRequest request) {
        String state = request.getParameter("state");
        Pending pending = state == null ? null : logins.get(state);
        return pending == null
                        || !clock.instant().isBefore(pending.until())
                        || !cookie(request)
                                .map(TokenHash::of)
                                .filter(pending.browser()::equals)
                                .isPresent()
                ? Optional.empty()
                : Optional.of(pending.request());
    }

    private static Optional<String> cookie(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        return cookies == null
                ? Optional.empty()
                : Arrays.stream(cookies)
                        .filter(cookie -> cookie.getName().equals(COOKIE))
                        .map(Cookie::getValue)
                        .findFirst();
    }
}
