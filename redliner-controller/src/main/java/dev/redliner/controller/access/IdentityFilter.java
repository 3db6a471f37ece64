package dev.redliner.controller.access;

import io.micrometer.core.instrument.Counter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Determines the rights of an authenticated caller as they are now. A session counts no longer if its account was
 * removed or has another password, or if it began too long ago at an identity provider.
 *
 * <p>A change with a session needs {@code Origin} or {@code Sec-Fetch-Site}, which every browser sends with it and which
 * the guard has compared with this server before. So no other site can use the session (CSRF).
 */
final class IdentityFilter extends OncePerRequestFilter {
    private static final Logger log = LoggerFactory.getLogger(IdentityFilter.class);
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    private final SessionCallers sessions;
    private final LoginAnswers answers;
    private final Counter breakGlass;

    IdentityFilter(SessionCallers sessions, LoginAnswers answers, Counter breakGlass) {
        this.sessions = sessions;
        this.answers = answers;
        this.breakGlass = breakGlass;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Object principal = principal();
        Optional<Identity> caller = caller(principal);
        if (caller.isPresent()) {
            if (principal instanceof SessionPrincipal && isUnproven(request)) {
                answers.forbidden(
                        response,
                        "A change with a session needs the header Origin or Sec-Fetch-Site. Programs send a token.");
                return;
            }
            caller.get().putOn(request);
            if (caller.get().name().equals(BreakGlass.NAME)) {
                breakGlass.increment();
                log.warn(
                        "the break-glass token is used: {} {} from {}",
                        request.getMethod(),
                        request.getRequestURI(),
                        request.getRemoteAddr());
            }
        } else if (principal instanceof SessionPrincipal) {
            BrowserSession.end(request);
        }
        chain.doFilter(request, response);
    }

    private static @Nullable Object principal() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        return authentication == null ? null : authentication.getPrincipal();
    }

    private Optional<Identity> caller(@Nullable Object principal) {
        if (principal instanceof SessionPrincipal session) {
            return sessions.caller(session);
        }
        return principal instanceof TokenPrincipal token ? Optional.of(token.identity()) : Optional.empty();
    }

    private static boolean isUnproven(HttpServletRequest request) {
        return !READING.contains(request.getMethod())
                && request.getHeader("Origin") == null
                && request.getHeader("Sec-Fetch-Site") == null;
    }
}
