package dev.redliner.controller.api;

import dev.redliner.controller.drive.RunRefused;
import dev.redliner.controller.service.InvalidService;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** Errors as RFC 9457 problems. A {@code type} is a name for programs and leads nowhere. */
final class Problems {
    private Problems() {}

    /** One mistake in a YAML document. */
    record YamlError(int line, int column, String pointer, String message, @Nullable String hint, String excerpt) {}

    /** A problem without anything more to tell, for a filter, as plain values. */
    static Map<String, Object> of(int status, String detail) {
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("type", "about:blank");
        HttpStatus known = HttpStatus.resolve(status);
        problem.put("title", known == null ? "Refused" : known.getReasonPhrase());
        problem.put("status", status);
        problem.put("detail", detail);
        return problem;
    }

    static ProblemDetail of(HttpStatus status, String type, String title, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(URI.create("urn:redliner:problem:" + type));
        problem.setTitle(title);
        return problem;
    }

    static ProblemDetail invalid(InvalidService invalid) {
        List<YamlError> errors = invalid.problems().stream()
                .map(it -> new YamlError(
                        it.line(), it.column(), it.pointer(), it.message(), it.hint(), invalid.excerpt(it)))
                .toList();
        String detail = errors.size() + (errors.size() == 1 ? " problem" : " problems") + "; the first at line "
                + errors.get(0).line() + ": " + errors.get(0).message();
        ProblemDetail problem =
                of(HttpStatus.UNPROCESSABLE_CONTENT, "invalid-service", "The service is not valid", detail);
        problem.setProperty("errors", errors);
        return problem;
    }

    static ProblemDetail refused(RunRefused refused) {
        ProblemDetail problem = of(status(refused), type(refused), title(refused), refused.getMessage());
        if (refused.activeRun() != null) {
            problem.setProperty("activeRun", refused.activeRun());
        }
        return problem;
    }

    private static String title(RunRefused refused) {
        return refused.refusal() == RunRefused.Cause.NOT_RESTORING
                ? "The run cannot be dismissed"
                : "The run may not begin";
    }

    private static HttpStatus status(RunRefused refused) {
        return switch (refused.refusal()) {
            case UNKNOWN_SERVICE -> HttpStatus.NOT_FOUND;
            case POOL_BUSY, DEPENDENCY_BUSY, LEVER_ENGAGED, NOT_RESTORING, FROZEN_CONFIGURATION -> HttpStatus.CONFLICT;
            case INVALID_SERVICE -> HttpStatus.UNPROCESSABLE_CONTENT;
            case NOT_READY -> HttpStatus.SERVICE_UNAVAILABLE;
        };
    }

    private static String type(RunRefused refused) {
        return switch (refused.refusal()) {
            case UNKNOWN_SERVICE -> "unknown-service";
            case INVALID_SERVICE -> "invalid-stored-service";
            case POOL_BUSY -> "pool-busy";
            case DEPENDENCY_BUSY -> "dependency-busy";
            case LEVER_ENGAGED -> "lever-engaged";
            case NOT_RESTORING -> "not-restoring";
            case FROZEN_CONFIGURATION -> "frozen-configuration";
            case NOT_READY -> "not-ready";
        };
    }
}
