package dev.redliner.controller.api;

import dev.redliner.controller.access.LoginAnswers;
import dev.redliner.controller.access.ProviderRefusal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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
        boolean page = "GET".equals(request.getMethod())
                && !RequestGuard.isApi(request.getServletPath())
                && accepted != null
                && accepted.contains("text/html");
        if (page && request.getHeader("HX-Request") == null) {
            String query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
            response.setHeader("Cache-Control", "no-store");
            response.sendRedirect(
                    "/login?to=" + URLEncoder.encode(request.getRequestURI() + query, StandardCharsets.UTF_8));
            return;
        }
        response.setHeader("WWW-Authenticate", "Bearer");
        write(response, ProblemType.LOGIN_REQUIRED, LOGIN);
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
