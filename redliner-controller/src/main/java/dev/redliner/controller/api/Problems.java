package dev.redliner.controller.api;

import dev.redliner.controller.engine.RunRefused;
import dev.redliner.service.InvalidDocument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** Errors as RFC 9457 problems. A {@code type} is an identifier for programs and cannot be dereferenced. */
public final class Problems {
    /** The detail of a {@link ProblemType#BUG}. */
    static final String IN_THE_LOG = "The request failed for a fault of Redliner, which is in the log of the server.";

    private Problems() {}

    /** One mistake in a YAML document. */
    record YamlError(int line, int column, String pointer, String message, @Nullable String hint, String excerpt) {}

    /** A problem as plain values, for code that answers without Spring's message converters. */
    static Map<String, Object> values(ProblemType type, String detail) {
        return values(type.uri().toString(), type.title(), type.status().value(), detail);
    }

    /** A problem for a request that the web server answered before any handler, or whose handler failed. */
    static Map<String, Object> values(int status) {
        return switch (status) {
            case 400 -> values(ProblemType.BAD_REQUEST, "The address or a header of the request is malformed.");
            case 404 -> values(ProblemType.UNKNOWN_PATH, "There is nothing at this path.");
            case 405 -> values(ProblemType.METHOD_NOT_ALLOWED, "The path supports the methods of the header Allow.");
            case 500 -> values(ProblemType.BUG, IN_THE_LOG);
            default -> untyped(status);
        };
    }

    private static Map<String, Object> untyped(int status) {
        HttpStatus known = HttpStatus.resolve(status);
        String title = known == null ? "The request failed" : known.getReasonPhrase();
        return values("about:blank", title, status, "The server answered with status " + status + ".");
    }

    private static Map<String, Object> values(String type, String title, int status, String detail) {
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("type", type);
        problem.put("title", title);
        problem.put("status", status);
        problem.put("detail", detail);
        return problem;
    }

    static ProblemDetail of(ProblemType type, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(type.status(), detail);
        problem.setType(type.uri());
        problem.setTitle(type.title());
        return problem;
    }

    static ProblemDetail invalid(ProblemType type, InvalidDocument invalid) {
        List<YamlError> errors = invalid.problems().stream()
                .map(it -> new YamlError(
                        it.line(), it.column(), it.pointer(), it.message(), it.hint(), invalid.excerpt(it)))
                .toList();
        String detail = errors.size() + (errors.size() == 1 ? " problem" : " problems") + "; the first at line "
                + errors.get(0).line() + ": " + errors.get(0).message();
        ProblemDetail problem = of(type, detail);
        problem.setProperty("errors", errors);
        return problem;
    }

    /** Why a run does not begin, or is not dismissed. */
    public static ProblemDetail refused(RunRefused refused) {
        ProblemDetail problem = of(type(refused), refused.getMessage());
        if (refused.activeRun() != null) {
            problem.setProperty("activeRun", refused.activeRun());
        }
        return problem;
    }

    private static ProblemType type(RunRefused refused) {
        return switch (refused.refusal()) {
            case UNKNOWN_SERVICE -> ProblemType.UNKNOWN_SERVICE;
            case INVALID_SERVICE -> ProblemType.INVALID_STORED_SERVICE;
            case POOL_BUSY -> ProblemType.POOL_BUSY;
            case DEPENDENCY_BUSY -> ProblemType.DEPENDENCY_BUSY;
            case LEVER_ENGAGED -> ProblemType.LEVER_ENGAGED;
            case NOT_RESTORING -> ProblemType.NOT_RESTORING;
            case FROZEN_CONFIGURATION -> ProblemType.FROZEN_CONFIGURATION;
            case KEY_REUSED -> ProblemType.KEY_REUSED;
            case NOT_READY -> ProblemType.NOT_READY;
        };
    }
}
