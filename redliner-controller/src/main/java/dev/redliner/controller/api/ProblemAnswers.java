package dev.redliner.controller.api;

import dev.redliner.controller.access.LoginAnswers;
import dev.redliner.controller.access.ProviderRefusal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** Answers of filters, before any handler: problems for programs, and the login page for people. */
final class ProblemAnswers implements LoginAnswers {
    private static final String LOGIN = "Log in, or send a token in the header Authorization: Bearer.";
    private static final Pattern FORM_OF_PAGE =
            Pattern.compile("^(/runs/[^/]+|/services/[^/]+)/(abort|dismissal|runs)$");
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

    /** The page that was asked for, or the one of the form that was sent. */
    private static String asked(HttpServletRequest request) {
        if (request.getMethod().equals("GET")) {
            return request.getRequestURI() + (request.getQueryString() == null ? "" : "?" + request.getQueryString());
        }
        String form = request.getRequestURI();
        return switch (form) {
            case "/restore" -> "/lever";
            case "/logout" -> "/";
            default -> FORM_OF_PAGE.matcher(form).replaceFirst("$1");
        };
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
