package dev.redliner.controller.access.oidc;

import dev.redliner.controller.access.ProviderRefusal;
import dev.redliner.controller.access.ProviderRefusal.Kind;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets few logins at a time wait for the identity provider, and leads people back to the login page while it does not
 * answer.
 */
final class ProviderGate extends OncePerRequestFilter {
    private static final int AT_ONCE = 8;

    private final IdentityProvider provider;
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final RequestMatcher logins = new OrRequestMatcher(
            PathPatternRequestMatcher.withDefaults().matcher("/oauth2/authorization/*"),
            PathPatternRequestMatcher.withDefaults().matcher("/login/oauth2/code/*"));

    ProviderGate(IdentityProvider provider) {
        this.provider = provider;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !logins.matches(request);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!places.tryAcquire()) {
            LoginEnd.refuse(response, Kind.UNAVAILABLE);
            return;
        }
        try {
            provider.registration();
            chain.doFilter(request, response);
        } catch (ProviderRefusal e) {
            LoginEnd.refuse(response, e.kind());
        } finally {
            places.release();
        }
    }
}
