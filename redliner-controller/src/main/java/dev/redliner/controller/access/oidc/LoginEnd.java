package dev.redliner.controller.access.oidc;

import dev.redliner.controller.access.LoginListener;
import dev.redliner.controller.access.ProviderRefusal;
import dev.redliner.controller.access.ProviderRefusal.Kind;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.web.client.RestClientResponseException;

/** Leads a person back to the page that was asked for, or to the login page with the reason. */
final class LoginEnd implements AuthenticationSuccessHandler, AuthenticationFailureHandler {
    private static final Logger log = LoggerFactory.getLogger(LoginEnd.class);

    private final LoginListener listener;
    private final Duration idle;

    LoginEnd(LoginListener listener, Duration idle) {
        this.listener = listener;
        this.idle = idle;
    }

    @Override
    public void onAuthenticationSuccess(
            HttpServletRequest request, HttpServletResponse response, Authentication authentication)
            throws IOException {
        request.getSession(true).setMaxInactiveInterval(Math.toIntExact(idle.toSeconds()));
        if (authentication.getPrincipal() instanceof Person person) {
            listener.loggedIn(person.identity());
        }
        redirect(response, LoginRequests.target(request));
    }

    @Override
    public void onAuthenticationFailure(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        log.warn("a login failed from {}: {}", request.getRemoteAddr(), oneLine(failure));
        refuse(response, kind(failure));
    }

    static void refuse(HttpServletResponse response, Kind kind) throws IOException {
        redirect(
                response,
                "/login?problem=" + kind.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private static void redirect(HttpServletResponse response, String to) throws IOException {
        response.setHeader("Cache-Control", "no-store");
        response.sendRedirect(to);
    }

    private static Kind kind(AuthenticationException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProviderRefusal refusal) {
                return refusal.kind();
            }
            boolean broken = cause instanceof RestClientResponseException answer
                    && answer.getStatusCode().is5xxServerError();
            if (broken || cause instanceof IOException) {
                return Kind.UNAVAILABLE;
            }
        }
        return Kind.INVALID;
    }

    /** Parts of it come from the address that the browser opened. */
    private static String oneLine(AuthenticationException failure) {
        String text = String.valueOf(failure.getMessage()).replaceAll("\\p{Cntrl}+", " ");
        return text.length() > 300 ? text.substring(0, 300) : text;
    }
}
