package dev.redliner.controller.api;

import dev.redliner.controller.access.LoginAnswers;
import dev.redliner.controller.access.ProviderRefusal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Answers of filters, before any handler: problems for programs, and the login page for people. */
final class ProblemAnswers implements LoginAnswers {
    private static final String LOGIN = "Log in, or send a token in the header Authorization: Bearer.";
    private static final JsonMapper JSON = JsonMapper.shared();

    static void write(HttpServletResponse response, ProblemType type, String detail) throws IOException {
        response.setStatus(type.status().value());
        response.setContentType("application/problem+json");
        response.setHeader("Cache-Control", "no-store");
        response.getOutputStream()
                .write(JSON.writeValueAsString(Problems.values(type, detail)).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void unauthenticated(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String accepted = request.getHeader("Accept");
        boolean page = !RequestGuard.isApi(request.getServletPath())
                && accepted != null
                && accepted.contains("text/html")
                && request.getHeader("HX-Request") == null;
        if (page) {
            response.setHeader("Cache-Control", "no-store");
            response.setStatus(HttpServletResponse.SC_SEE_OTHER);
            // without the name of this server, which a proxy may have replaced
            response.setHeader("Location", "/login?to=" + URLEncoder.encode(asked(request), StandardCharsets.UTF_8));
            return;
        }
        response.setHeader("WWW-Authenticate", "Bearer");
        write(response, ProblemType.LOGIN_REQUIRED, LOGIN);
    }

    /** The page that was asked for, or the one with the form that was sent. */
    private static String asked(HttpServletRequest request) {
        return request.getMethod().equals("GET")
                ? path(request.getRequestURI(), request.getQueryString())
                : pageOfForm(request.getHeader("Referer"));
    }

    private static String pageOfForm(@Nullable String address) {
        try {
            URI page = new URI(Objects.requireNonNullElse(address, "/"));
            return path(Objects.requireNonNullElse(page.getRawPath(), "/"), page.getRawQuery());
        } catch (URISyntaxException e) {
            return "/";
        }
    }

    private static String path(String path, @Nullable String query) {
        return query == null ? path : path + "?" + query;
    }

    @Override
    public void refused(HttpServletResponse response, ProviderRefusal refusal) throws IOException {
        String why = String.valueOf(refusal.getMessage());
        switch (refusal.kind()) {
            case UNAVAILABLE -> write(response, ProblemType.IDENTITY_PROVIDER_UNAVAILABLE, why);
            case INVALID -> {
                response.setHeader("WWW-Authenticate", "Bearer error=\"invalid_token\"");
                write(response, ProblemType.LOGIN_REQUIRED, why);
            }
            case NO_ROLE -> write(response, ProblemType.FORBIDDEN, why);
        }
    }

    @Override
    public void forbidden(HttpServletResponse response, String detail) throws IOException {
        write(response, ProblemType.FORBIDDEN, detail);
    }
}
