package dev.redliner.controller.api;

import dev.redliner.controller.api.RequestGuard.Asked;
import dev.redliner.controller.api.RequestGuard.Form;
import dev.redliner.controller.api.RequestGuard.Refusal;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.springframework.http.server.PathContainer.PathSegment;
import org.springframework.http.server.RequestPath;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Admits the requests that the {@link RequestGuard} accepts, and adds the headers that isolate the pages from other
 * sites.
 */
final class GuardFilter extends OncePerRequestFilter {
    /** Allows the server's own files only: no inline scripts or styles, no embedding in frames, no other addresses. */
    private static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private final RequestGuard guard;

    GuardFilter(RequestGuard guard) {
        this.guard = guard;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        // no-referrer would make browsers send forms with the origin null
        response.setHeader("Referrer-Policy", "same-origin");
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        Optional<Refusal> refusal = guard.check(asked(request));
        if (refusal.isPresent()) {
            ProblemAnswers.write(response, refusal.get().type(), refusal.get().detail());
        } else {
            chain.doFilter(request, response);
        }
    }

    private static Asked asked(HttpServletRequest request) {
        long length = request.getContentLengthLong();
        Form form = form(request);
        return new Asked(
                request.getMethod(),
                isApi(request),
                request.getHeader("Host"),
                request.getHeader("Origin"),
                request.getHeader("Sec-Fetch-Site"),
                form,
                form != Form.NONE || isQueryReadable(request),
                length > 0 || request.getHeader("Transfer-Encoding") != null,
                length < 0 ? OptionalLong.empty() : OptionalLong.of(length));
    }

    private static Form form(HttpServletRequest request) {
        String type = Objects.requireNonNullElse(request.getContentType(), "").toLowerCase(Locale.ROOT);
        if (type.startsWith("multipart/")) {
            return Form.PARTS;
        }
        return type.startsWith("application/x-www-form-urlencoded") ? Form.FIELDS : Form.NONE;
    }

    /** Must not be called for a form: it would read the body before the caller is known. */
    private static boolean isQueryReadable(HttpServletRequest request) {
        try {
            request.getParameterMap();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /**
     * Checks both the path that the dispatcher matches and the path that the server derives from the request. Either is
     * enough to treat the request as one to the API, which is stricter.
     */
    private static boolean isApi(HttpServletRequest request) {
        return RequestGuard.isApi(matched(request)) || RequestGuard.isApi(request.getServletPath());
    }

    /** The path with each segment decoded and without its parameters. */
    private static String matched(HttpServletRequest request) {
        return RequestPath.parse(request.getRequestURI(), request.getContextPath())
                .pathWithinApplication()
                .elements()
                .stream()
                .map(part -> part instanceof PathSegment segment ? segment.valueToMatch() : part.value())
                .collect(Collectors.joining());
    }
}
